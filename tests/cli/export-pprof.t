SPDX-License-Identifier: MIT

# bytes

  $ printf "main;work 2\nmain 1\n" | export-pprof --no-gzip | od -An -c
    \n 004  \b 001 020 002 022 006  \n 001 001 022 001 001 022  \a
    \n 002 002 001 022 001 002   " 006  \b 001   " 002  \b 001   "
   006  \b 002   " 002  \b 002   * 004  \b 001 020 003   * 004  \b
   002 020 004   2  \0   2  \a   s   a   m   p   l   e   s   2 005
     c   o   u   n   t   2 004   m   a   i   n   2 004   w   o   r
     k   Z 004  \b 001 020 002   ` 001   p 001

# counts
needs: gzip

  $ printf "main 9223372036854775808\n" | export-pprof
  [1]
  $ printf "main;work 1.5\nmain 1\n" | export-pprof
  [1]
  $ printf "main;work 1.5\nmain 1\n" | collapse-filter --scale 10 | export-pprof | collapse-pprof
  main 10
  main;work 15
  $ printf "a 9223372036854775807\nb 9223372036854775807\n" | export-pprof | collapse-pprof
  a 9223372036854775807
  b 9223372036854775807
  $ printf "a 18446744073709551615\na 1\n" | export-pprof
  [1]
  $ printf "a 0\nb 1\n" | export-pprof | collapse-pprof
  b 1
  $ cat err
  export-pprof: the sum of the counts is beyond 2^63-1: programs that add them up will show wrong totals
  export-pprof: a count beyond 2^63-1, the most pprof has: 'main'
  export-pprof: a count with decimals, which pprof does not have (see collapse-filter --scale): 'main;work'
  export-pprof: the sum of the counts is beyond 2^63-1: programs that add them up will show wrong totals
  export-pprof: count beyond 2^64-1: 'a'

# err-input
needs: gzip

  $ printf "main 1\nnothing\n" | export-pprof | collapse-pprof
  main 1
  $ printf "main 1\nnothing\n" | export-pprof --strict
  [1]
  $ printf "" | export-pprof
  [1]
  $ export-pprof missing
  [1]
  $ export-pprof --no-such-option
  [2]
  $ cat err
  export-pprof: standard input:2: no count at the end of the line: 'nothing'
  export-pprof: skipped 1 line without a count
  export-pprof: standard input:2: no count at the end of the line: 'nothing'
  export-pprof: skipped 1 line without a count
  export-pprof: no output: part of the input was not understood
  export-pprof: no stacks in the input
  export-pprof: missing: No such file or directory
  export-pprof: option '--no-such-option' is not known; try 'export-pprof --help'

# err-sample-type

  $ printf "main 2\n" >one
  $ printf "main 2 3\n" >two
  $ export-pprof --sample-type x --sample-type y one
  [1]
  $ export-pprof --sample-type x two
  [1]
  $ for t in "" / a/ /b a/b/c; do export-pprof --sample-type "$t" one; echo $?; done
  2
  2
  2
  2
  2
  $ export-pprof --period-type /x one
  [2]
  $ export-pprof --sample-type a --sample-type b --sample-type c one
  [2]
  $ cat err
  export-pprof: --sample-type given 2 times, where a stack has 1
  export-pprof: --sample-type given 1 times, where a stack has 2
  export-pprof: --sample-type: '' is not TYPE/UNIT
  export-pprof: --sample-type: '/' is not TYPE/UNIT
  export-pprof: --sample-type: 'a/' is not TYPE/UNIT
  export-pprof: --sample-type: '/b' is not TYPE/UNIT
  export-pprof: --sample-type: 'a/b/c' is not TYPE/UNIT
  export-pprof: --period-type: '/x' is not TYPE/UNIT
  export-pprof: --sample-type: a stack has at most 2 counts

# names
needs: gzip
any bytes but LF and ; are a name, a frame without one is a frame

  $ printf "a b;;\\377\\001\\000x;\\303\\251 c\\t;d 9223372036854775807\n" >in
  $ export-pprof in | collapse-pprof | cmp - in && echo same
  same

# opt-annotate
needs: gzip

  $ printf "io-1;main;work 2\nio-2;main 1\nidle 3\n" >in
  $ export-pprof --annotate in | collapse-pprof
  [unknown] 3
  main 1
  main;work 2
  $ export-pprof --annotate in | collapse-pprof --tag annotation
  idle;[unknown] 3
  io-1;main;work 2
  io-2;main 1
  $ export-pprof --annotate --annotation-key thread in | collapse-pprof --tag thread
  idle;[unknown] 3
  io-1;main;work 2
  io-2;main 1
  $ export-pprof --annotation-key thread in
  [2]
  $ cat err
  export-pprof: --annotation-key: only with --annotate

# opt-no-gzip
needs: gzip

  $ printf "main 2\n" >in
  $ export-pprof in | gzip -dc >expected
  $ export-pprof --no-gzip in | cmp - expected && echo same
  same

# opt-period

  $ printf "main 2\n" | export-pprof --no-gzip --period 10000000 --period-type cpu/nanoseconds --time 1700000000000000000 --duration 5 | od -An -tx1
   0a 04 08 01 10 02 12 06 0a 01 01 12 01 02 22 06
   08 01 22 02 08 01 2a 04 08 01 10 05 32 00 32 07
   73 61 6d 70 6c 65 73 32 05 63 6f 75 6e 74 32 03
   63 70 75 32 0b 6e 61 6e 6f 73 65 63 6f 6e 64 73
   32 04 6d 61 69 6e 48 80 80 a8 b1 e3 9f e7 cb 17
   50 05 5a 04 08 03 10 04 60 80 ad e2 04 70 01
  $ printf "main 2\n" | export-pprof --period -1
  [2]
  $ printf "main 2\n" | export-pprof --period 9223372036854775808
  [2]
  $ printf "main 2\n" | export-pprof --time x
  [2]
  $ printf "main 2\n" | export-pprof --duration ""
  [2]
  $ cat err
  export-pprof: option '--period' needs a whole number from 0 to 9223372036854775807, not '-1'; try 'export-pprof --help'
  export-pprof: option '--period' needs a whole number from 0 to 9223372036854775807, not '9223372036854775808'; try 'export-pprof --help'
  export-pprof: option '--time' needs a whole number from 0 to 9223372036854775807, not 'x'; try 'export-pprof --help'
  export-pprof: option '--duration' needs a whole number from 0 to 9223372036854775807, not ''; try 'export-pprof --help'

# opt-sample-type
needs: gzip

  $ printf "main 2\n" >one
  $ printf "main 2 3\n" >two
  $ for t in cpu/nanoseconds cpu; do export-pprof --sample-type $t one | collapse-pprof --sample-types; done
  0: cpu/nanoseconds (default) 2
  0: cpu/count (default) 2
  $ export-pprof one | collapse-pprof --sample-types
  0: samples/count (default) 2
  $ export-pprof two | collapse-pprof --sample-types
  0: before/count 2
  1: after/count (default) 3
  $ export-pprof --sample-type old/bytes --sample-type new/bytes two | collapse-pprof --sample-types
  0: old/bytes 2
  1: new/bytes (default) 3
  $ export-pprof two | collapse-pprof --sample-type before
  # flambeau: event=before
  # flambeau: unit=before
  main 2

# round-trip
needs: gzip

  $ for f in plain.folded; do
  > 	collapse-guess -q "$FIXTURES/folded/$f" >expected
  > 	export-pprof expected | collapse-pprof | cmp - expected && echo same
  > 	sort -R expected | export-pprof -j 3 | cmp - "$(export-pprof -o first expected; echo first)" && echo the same bytes
  > done
  same
  the same bytes

# source-date-epoch

  $ printf "main 2\n" >in
  $ export-pprof --no-gzip --time 1700000000000000000 in >expected
  $ SOURCE_DATE_EPOCH=1700000000 export-pprof --no-gzip in | cmp - expected
  $ SOURCE_DATE_EPOCH=5 export-pprof --no-gzip --time 1700000000000000000 in | cmp - expected
  $ export-pprof --no-gzip --time 0 in >expected
  $ SOURCE_DATE_EPOCH= export-pprof --no-gzip in | cmp - expected
  $ for t in now -1 1e3 99999999999999; do SOURCE_DATE_EPOCH=$t export-pprof in; done
  [2]
  $ cat err
  export-pprof: SOURCE_DATE_EPOCH: 'now' is not a number of seconds
  export-pprof: SOURCE_DATE_EPOCH: '-1' is not a number of seconds
  export-pprof: SOURCE_DATE_EPOCH: '1e3' is not a number of seconds
  export-pprof: SOURCE_DATE_EPOCH: '99999999999999' is not a number of seconds

# wrong-input
needs: gzip
an input that is not folded is named, with the command that reads it

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
  $ cp "$FIXTURES/callgrind/callers.out" callgrind.txt
  $ printf 'main;f 1\n' >good.folded
  $ try export-pprof perf.txt
  exit 1, 0 bytes
  export-pprof: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | export-pprof > out.pb.gz
  $ try export-pprof <perf.txt
  exit 1, 0 bytes
  export-pprof: standard input: this is the output of perf script; try: ... | collapse-perf | export-pprof > out.pb.gz
  $ try export-pprof callgrind.txt
  exit 1, 0 bytes
  export-pprof: callgrind.txt: this is the call graph of valgrind's callgrind; try: collapse-callgrind callgrind.txt | export-pprof > out.pb.gz
  $ try export-pprof good.folded perf.txt
  exit 1, 0 bytes
  export-pprof: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | export-pprof > out.pb.gz
  $ printf 'PERFILE2 and more' >perf.data
  $ try export-pprof perf.data
  exit 1, 0 bytes
  export-pprof: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | export-pprof > out.pb.gz
  $ try export-pprof <perf.data
  exit 1, 0 bytes
  export-pprof: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | export-pprof > out.pb.gz
  $ printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
  $ try export-pprof a.svg
  exit 1, 0 bytes
  export-pprof: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try export-pprof a.json
  exit 1, 0 bytes
  export-pprof: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
  $ export-pprof some.folded | wc -l
  2
  $ cat err
  export-pprof: some.folded:2: no count at the end of the line: 'bad'
  export-pprof: skipped 1 line without a count
