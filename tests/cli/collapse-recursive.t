SPDX-License-Identifier: MIT

# bad-lines

  $ printf '%s\n' 'no count here' 'neg;neg -5' 'x;x 5 ' 'y;y 7.' 'y;y .5' '' 'z 18446744073709551615' 'only;only;only 1' | tee in | stackcollapse-recursive.pl
  only 1
  x 5
  y 7
  z 18446744073709551615
  $ echo "exit $?"
  exit 0
  $ collapse-recursive --strict in
  [1]
  $ cat err
  stackcollapse-recursive.pl: standard input:1: no count at the end of the line: 'no count here'
  stackcollapse-recursive.pl: standard input:2: no count at the end of the line: 'neg;neg -5'
  stackcollapse-recursive.pl: standard input:5: no count at the end of the line: 'y;y .5'
  stackcollapse-recursive.pl: skipped 3 lines without a count
  collapse-recursive: in:1: no count at the end of the line: 'no count here'
  collapse-recursive: in:2: no count at the end of the line: 'neg;neg -5'
  collapse-recursive: in:5: no count at the end of the line: 'y;y .5'
  collapse-recursive: skipped 3 lines without a count
  collapse-recursive: no output: part of the input was not understood

# decimals

  $ collapse-recursive "$FIXTURES/recursive/decimals.folded"
  [unknown];c 1
  a;b 3.75

# inferno

  $ printf '%s\n' 'a;b;b 1' 'a;b 3' | inferno-collapse-recursive -n 2
  a;b 4
  $ inferno-collapse-recursive --mutual
  [2]
  $ cat err
  inferno-collapse-recursive: option '--mutual' is not known; try 'inferno-collapse-recursive --help'

# mutual

  $ collapse-recursive --mutual "$FIXTURES/recursive/parser.folded"
  main;exit 1
  main;parse;expr;lex 15
  main;parse;expr;term;lex 9
  $ echo 'a;b;c;b;d;a;c;c;b 1' | collapse-recursive --mutual
  a;c;b 1

# parser

  $ collapse-recursive "$FIXTURES/recursive/parser.folded"
  main;exit 1
  main;parse;expr;lex 15
  main;parse;expr;term;expr;term;lex 4
  main;parse;expr;term;lex 5

# two-columns

  $ printf '%s\n' 'a;b;b 1 2' 'a;b 3 4' | collapse-recursive
  a;b 4 6

# wrong-input
an input that is not folded is named, with the command that reads it

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
  $ cp "$FIXTURES/callgrind/callers.out" callgrind.txt
  $ printf 'main;f 1\n' >good.folded
  $ try collapse-recursive perf.txt
  exit 1, 0 bytes
  collapse-recursive: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | collapse-recursive
  $ try collapse-recursive <perf.txt
  exit 1, 0 bytes
  collapse-recursive: standard input: this is the output of perf script; try: ... | collapse-perf | collapse-recursive
  $ try collapse-recursive callgrind.txt
  exit 1, 0 bytes
  collapse-recursive: callgrind.txt: this is the call graph of valgrind's callgrind; try: collapse-callgrind callgrind.txt | collapse-recursive
  $ try collapse-recursive good.folded perf.txt
  exit 1, 0 bytes
  collapse-recursive: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | collapse-recursive
  $ printf 'PERFILE2 and more' >perf.data
  $ try collapse-recursive perf.data
  exit 1, 0 bytes
  collapse-recursive: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | collapse-recursive
  $ try collapse-recursive <perf.data
  exit 1, 0 bytes
  collapse-recursive: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | collapse-recursive
  $ printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
  $ try collapse-recursive a.svg
  exit 1, 0 bytes
  collapse-recursive: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try collapse-recursive a.json
  exit 1, 0 bytes
  collapse-recursive: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
  $ collapse-recursive some.folded | wc -l
  2
  $ cat err
  collapse-recursive: some.folded:2: no count at the end of the line: 'bad'
  collapse-recursive: skipped 1 line without a count

# zstd-window
needs: zstd
a window of 1 GiB is read, one of 2 GiB is too large

  $ frame() # WINDOW
  > {
  > 	printf '\050\265\057\375\000'"$1"'\061\000\000main 1'
  > }
  $ frame '\240' >large.zst
  $ frame '\250' >larger.zst
  $ collapse-recursive large.zst
  main 1
  $ collapse-recursive larger.zst
  [1]
  $ cat err
  collapse-recursive: larger.zst: the compressed data need more than 1 GiB of memory, at byte 0
