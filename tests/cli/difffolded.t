SPDX-License-Identifier: MIT

# before-after
several files a side are added up

  $ echo 'a 1' >1; echo 'a 2' >2; echo 'b 3' >3; echo 'a 4' >4
  $ difffolded --before 1 --after=3 --before 2 --after 4
  a 3 4
  b 0 3

# before-and-operand
operands are the sides that have no option

  $ echo 'a 1' >1; echo 'a 2' >2; echo 'b 3' >3
  $ difffolded --before 1 --before 2 3; difffolded --after 1 3 --after 2
  a 3 0
  b 0 3
  a 0 3
  b 3 0

# bytes
not UTF-8: as it is; as it is; replaced

  $ printf 'caf\351;b 1\n' >b; printf 'caf\351;b 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  caf\xe9;b 1 2 (esc)
  caf\xe9;b 1 2 (esc)
  caf�;b 1 2

# comments

  $ printf '# made by hand\na 1\n' >b; echo 'a 2' >a
  $ difffolded b a
  a 1 2

# crlf

  $ printf 'a 1\r\nb 2\r\n' >b; printf 'a 3\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 1 3
  b 2 0
   0 0
  a 0 3
  a 1 3
  b 2 0
  $ cat err
  difffolded.pl: b:1: no count at the end of the line, taken for an empty stack: 'a 1?'
  difffolded.pl: b:2: no count at the end of the line, taken for an empty stack: 'b 2?'
  difffolded.pl: skipped 2 lines without a count

# damaged
needs: gzip

  $ seq -f 'a%g 1' 1000 | gzip | head -c 100 >b.gz; echo 'a 2' >a
  $ difffolded b.gz a
  [1]
  $ cat err
  difffolded: b.gz: the compressed data end too early, at byte 100

# digits-of-perl
fifteen, once there are decimals; whole counts keep all of theirs

  $ printf 'a 26.7180453916284570163\nb 123456789012345.678\nc 123456789012345678\nd 0.1\nd 0.2\n' >b; echo 'a 1' >a
  $ difffolded.pl b a
  a 26.7180453916285 1
  b 123456789012346 0
  c 123456789012345678 0
  d 0.3 0

# empty-frames
those at the leaf are dropped; kept; kept

  $ printf 'a;b; 1\n;x 1\n' >b; printf 'a;b 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  ;x 1 0
  a;b 1 2
  ;x 1 0
  a;b 0 2
  a;b; 1 0
  ;x 1 0
  a;b 0 2
  a;b; 1 0

# empty-stack
only a count

  $ printf ' 5\na 1\n' >b; printf 'a 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 1 2
   5 0
  a 1 2
   5 0
  a 1 2
  $ cat err
  difffolded: b:1: no count at the end of the line: ' 5'
  difffolded: skipped 1 line without a count

# empty-stack-alone
all of a file, in which there is no name then

  $ printf ' 5\n' >b; printf 'a 3\n' >a
  $ difffolded.pl b a; inferno-diff-folded b a; inferno-diff-folded a b; inferno-diff-folded b b
   5 0
  a 0 3
   5 0
  a 0 3
   0 5
  a 3 0
   5 5

# zeros-in-roots
two names of a process, joined whole

  $ printf 'a\0x;f 5\n' >b; printf 'b\0y;f 3\n' >a
  $ difffolded b a
  a\x00x, b\x00y;f 5 3 (esc)
  $ cat err
  difffolded: the processes 'a' and 'b' are compared as one, since they call the same functions; --keep-root keeps them apart

# exclude

  $ difffolded --exclude '^main;(idle|jit)' --exclude '^main;idle' $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;log;format 0 8
  main;handle;parse;read_token 20 60
  main;handle;parse;read_token;malloc 10 10
  main;handle;render 40 30
  main;handle;render;escape 0 12
  main;handle;render;old_escape 15 0
  main;jit;0x7e99c400;add 0 5
  main;jit;0x7e99c400;mul 0 6
  main;jit;0x7f01aa10;add 5 0
  main;jit;0x7f01aa10;mul 5 0
  main;log;format 8 0

# filter

  $ difffolded --filter ';parse;' $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;parse;read_token 20 60
  main;handle;parse;read_token;malloc 10 10

# filter-and-exclude
the stack without its count, addresses stripped

  $ difffolded -s --filter ';0x\.\.\.;|malloc$' --exclude 'mul$' $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;parse;read_token;malloc 10 10
  main;jit;0x...;add 5 5

# filter-bad

  $ difffolded --filter 'a(' b a; echo "exit $?"; difffolded --exclude '[' b a
  exit 2
  [2]
  $ cat err
  difffolded: option '--filter' cannot take 'a(': at character 3: missing closing parenthesis; try 'difffolded --help'
  difffolded: option '--exclude' cannot take '[': at character 2: missing terminating ] for character class; try 'difffolded --help'

# filter-is-like-grep
dropped stacks count as if the files did not have them, for the sums too

  $ b=$FIXTURES/diff/before.folded a=$FIXTURES/diff/after.folded
  $ grep -v idle $b >b; grep -v idle $a >a
  $ difffolded -n b a >expected; difffolded -n --exclude idle $b $a | cmp - expected
  $ cat err
  difffolded: normalized counts are rounded down: they add up to 128 instead of 131; weights of 1000 on both sides make that less
  difffolded: normalized counts are rounded down: they add up to 128 instead of 131; weights of 1000 on both sides make that less

# filter-leaves-nothing

  $ difffolded --filter nowhere $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  [1]
  $ cat err
  difffolded: no stacks were selected

# gzip
needs: gzip

  $ echo 'a 1' | gzip >b.gz; echo 'a 2' >a
  $ difffolded b.gz a
  a 1 2

# help

  $ difffolded --help
  difffolded - two profiles of folded stacks as one with two columns
   (esc)
  usage: difffolded [OPTION...] [BEFORE] [AFTER]
   (esc)
  Files:
        --before FILE[:WEIGHT]
                              A file of the first column; may be repeated
        --after FILE[:WEIGHT]
                              A file of the second column; may be repeated
   (esc)
  Stacks:
    -s, --strip-hex           Write hexadecimal numbers like 0x1f as 0x...
        --ignore-root         Compare all processes, the first frames of stacks,
                              as one
        --keep-root           Never compare processes of different names as one
        --filter REGEX        Keep stacks that match REGEX
        --exclude REGEX       Drop stacks that match REGEX
   (esc)
  Labels:
        --keep-labels         Keep labels such as thread and time, for flamegraph
                              --html
   (esc)
  Counts:
    -n, --normalize           Multiply the first column so that its sum is that of
                              the second
   (esc)
  Reading:
    -j, --threads N           Read on N threads instead of one for each CPU; never
                              changes the output
        --stats               Print to standard error how much was read, and how
                              fast
        --max-memory SIZE     Fail, without output, rather than take more than
                              SIZE of memory
        --max-record SIZE     Leave out records longer than SIZE, 64M by default
   (esc)
  Common options:
    -o, --output FILE         Write to FILE instead of standard output
    -q, --quiet               Print errors only
    -v, --verbose             Print more messages; may be repeated
    -h, --help                Print this help and exit
    -V, --version             Print the version and exit
   (esc)
  The manual page is difffolded(1).

# help-rust

  $ inferno-diff-folded -h
  inferno-diff-folded - two profiles of folded stacks as one with two columns
   (esc)
  usage: inferno-diff-folded [OPTION...] [BEFORE] [AFTER]
   (esc)
  Stacks:
    -s, --strip-hex           Write hexadecimal numbers like 0x1f as 0x...
   (esc)
  Counts:
    -n, --normalize           Multiply the first column so that its sum is that of
                              the second
   (esc)
  Common options:
    -q, --quiet               Print errors only
    -v, --verbose             Print more messages; may be repeated
    -h, --help                Print this help and exit

# keep-labels
both sides with their threads and times; weights and edits would have to change the rows of labels

  $ printf '# flambeau: unit=samples\n@time=0.00;@tid=1;app;f 3\n@time=0.02;@tid=1;app;f 2\n@time=0.02;@tid=2;app;g 5\n' >before
  $ printf '# flambeau: unit=samples\n@time=0.000;@tid=1;app;f 8\n@time=0.040;@tid=2;app;g 5\n@tid=3;app;new 4\n' >after
  $ difffolded before after
  # flambeau: unit=samples
  app;f 5 8
  app;g 5 5
  app;new 0 4
  $ difffolded --keep-labels before after | tee both
  # flambeau: unit=samples
  @tid=3;app;new 0 4
  @time=0.000;@tid=1;app;f 3 8
  @time=0.020;@tid=1;app;f 2 0
  @time=0.020;@tid=2;app;g 5 0
  @time=0.040;@tid=2;app;g 0 5
  $ difffolded --keep-labels before before after 2>&1 | head -1
  difffolded: one file too many: 'after'; try 'difffolded --help'
  $ difffolded --keep-labels --before before --before before --after after
  # flambeau: unit=samples
  @tid=3;app;new 0 4
  @time=0.000;@tid=1;app;f 6 8
  @time=0.020;@tid=1;app;f 4 0
  @time=0.020;@tid=2;app;g 10 0
  @time=0.040;@tid=2;app;g 0 5
  $ sed 's/app/renamed/' after >renamed; difffolded --keep-labels before renamed
  # flambeau: unit=samples
  @tid=3;app, renamed;new 0 4
  @time=0.000;@tid=1;app, renamed;f 3 8
  @time=0.020;@tid=1;app, renamed;f 2 0
  @time=0.020;@tid=2;app, renamed;g 5 0
  @time=0.040;@tid=2;app, renamed;g 0 5
  $ difffolded --keep-labels before -n after; difffolded --keep-labels --filter f before after
  [2]
  $ difffolded --keep-labels --before before:2 --after after
  [2]
  $ flamegraph both >/dev/null; flamegraph --html both >/dev/null; flamegraph --html --diff-normalize both >/dev/null
  $ cat err
  difffolded: the processes 'app' and 'renamed' are compared as one, since they call the same functions; --keep-root keeps them apart
  difffolded: options '--keep-labels' and '--normalize' exclude each other
  difffolded: options '--keep-labels' and '--filter' exclude each other
  difffolded: --keep-labels takes files without weights; try 'difffolded --help'
  flamegraph: a page with --diff-normalize has no views of labels: they are left out

# largest-count

  $ echo 'a 18446744073709551615' >b; : >a
  $ difffolded -q b a; difffolded.pl b a; inferno-diff-folded b a
  a 18446744073709551615 0
  a 18446744073709551615 0
  a 18446744073709551615 0

# last-line-without-end

  $ printf 'a 1\nb 2' >b; printf 'b 4' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 1 0
  b 2 4
  a 1 0
  b 2 4
  a 1 0
  b 2 4

# letters
-ns, -n -s: the same under all names

  $ b=$FIXTURES/diff/before.folded a=$FIXTURES/diff/after.folded
  $ difffolded -ns $b $a >one
  $ for name in difffolded difffolded.pl inferno-diff-folded; do
  > 	$name -ns $b $a | cmp - one; $name -n -s $b $a | cmp - one
  > done
  $ cat err
  difffolded: normalized counts are rounded down: they add up to 173 instead of 176; weights of 1000 on both sides make that less
  difffolded: normalized counts are rounded down: they add up to 173 instead of 176; weights of 1000 on both sides make that less
  difffolded: normalized counts are rounded down: they add up to 173 instead of 176; weights of 1000 on both sides make that less

# many-lines-without-a-count
the first ten are shown, all are counted; with the line in its file

  $ { echo 'a 1'; seq -f 'oops%g' 12; } >b; printf 'a 1\nworse\n' >a
  $ difffolded b a
  a 1 1
  $ cat err
  difffolded: b:2: no count at the end of the line: 'oops1'
  difffolded: b:3: no count at the end of the line: 'oops2'
  difffolded: b:4: no count at the end of the line: 'oops3'
  difffolded: b:5: no count at the end of the line: 'oops4'
  difffolded: b:6: no count at the end of the line: 'oops5'
  difffolded: b:7: no count at the end of the line: 'oops6'
  difffolded: b:8: no count at the end of the line: 'oops7'
  difffolded: b:9: no count at the end of the line: 'oops8'
  difffolded: b:10: no count at the end of the line: 'oops9'
  difffolded: b:11: no count at the end of the line: 'oops10'
  difffolded: skipped 12 lines without a count
  difffolded: a:2: no count at the end of the line: 'worse'
  difffolded: skipped 1 line without a count

# missing

  $ echo 'a 1' >f
  $ difffolded f nope; echo "exit $?"; difffolded nope f; echo "exit $?"; difffolded . f
  exit 1
  exit 1
  [1]
  $ cat err
  difffolded: nope: No such file or directory
  difffolded: nope: No such file or directory
  difffolded: .: Is a directory

# missing-perl

  $ echo 'a 1' >f
  $ difffolded.pl f nope
  [2]
  $ cat err
  difffolded.pl: ERROR: Can't read nope: No such file or directory

# missing-rust

  $ echo 'a 1' >f
  $ inferno-diff-folded f nope; echo "exit $?"; inferno-diff-folded f - 
  exit 1
  [1]
  $ cat err
  inferno-diff-folded: nope: No such file or directory
  inferno-diff-folded: -: No such file or directory

# name-missing

  $ difffolded --before :2 --after y; echo "exit $?"; difffolded --before= --after y
  exit 2
  [2]
  $ cat err
  difffolded: option '--before' cannot take ':2': the name is missing; try 'difffolded --help'
  difffolded: option '--before' cannot take '': the name is missing; try 'difffolded --help'

# negative-count

  $ printf 'a -5\nb 1\nc 1e3\n' >b; echo 'a 1' >a
  $ difffolded b a
  a 0 1
  b 1 0
  $ cat err
  difffolded: b:1: no count at the end of the line: 'a -5'
  difffolded: b:3: no count at the end of the line: 'c 1e3'
  difffolded: skipped 2 lines without a count

# no-files

  $ difffolded; echo "exit $?"; difffolded --after a
  exit 2
  [2]
  $ cat err
  difffolded: no file for the first column; try 'difffolded --help'
  difffolded: no file for the first column; try 'difffolded --help'

# no-stacks

  $ printf '# nothing\n\n' >b; : >a
  $ difffolded b a
  [1]
  $ cat err
  difffolded: b: no stacks
  difffolded: a: no stacks
  difffolded: no stacks

# no-stacks-of-originals

  $ : >b
  $ difffolded.pl b b; inferno-diff-folded b b

# normalize

  $ difffolded --normalize $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;log;format 0 8
  main;handle;parse;read_token 18 60
  main;handle;parse;read_token;malloc 9 10
  main;handle;render 36 30
  main;handle;render;escape 0 12
  main;handle;render;old_escape 13 0
  main;idle;poll 82 45
  main;jit;0x7e99c400;add 0 5
  main;jit;0x7e99c400;mul 0 6
  main;jit;0x7f01aa10;add 4 0
  main;jit;0x7f01aa10;mul 4 0
  main;log;format 7 0
  $ printf '# flambeau: event=cpu-clock unit=ns\na;b 3000\n' >one
  $ printf '# flambeau: event=cpu-clock unit=ns\na;b 6000\n' >two
  $ difffolded -n one two
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  a;b 6000 6000
  $ cat err
  difffolded: normalized counts are rounded down: they add up to 173 instead of 176; weights of 1000 on both sides make that less

# normalize-equal-sums
nothing changes, parts of a count neither

  $ printf 'a 0.25\nb 1.75\n' >b; printf 'a 1.5\nb 0.5\n' >a
  $ difffolded -n b a
  a 0.25 1.5
  b 1.75 0.5

# normalize-large
128 bits in between: exact under our name, a double's 53 bits under the others

  $ echo 'a 9223372036854775807' >b; printf 'a 9223372036854775805\nb 1\n' >a
  $ echo 'b 9223372036854775807' >>b
  $ difffolded -n b a; difffolded.pl -n b a; inferno-diff-folded -n b a
  a 4611686018427387903 9223372036854775805
  b 4611686018427387903 1
  a 4611686018427387904 9223372036854775805
  b 4611686018427387904 1
  a 4611686018427387904 9223372036854775805
  b 4611686018427387904 1

# normalize-says-what-rounding-lost
counts of one sample each do not survive a factor below 1

  $ seq -f 'f%g 1' 200 >b; seq -f 'f%g 1' 199 >a
  $ difffolded -n b a | grep -c ' 0 1$'
  199
  $ difffolded -n --before b:1000 --after a:1000 | head -n 2
  f1 995 1000
  f10 995 1000
  $ cat err
  difffolded: normalized counts are rounded down: they add up to 0 instead of 199; weights of 1000 on both sides make that less

# normalize-to-nothing
the second column is empty: so is the first then

  $ printf 'a 5\n' >b; printf 'a 0\n' >a
  $ difffolded -n b a; difffolded.pl -n b a; inferno-diff-folded -n b a
  a 0 0
  a 0 0
  a 0 0

# nothing-recognised

  $ echo 'a 1' >f
  $ printf 'not a profile\nat all\n' >b; difffolded b f
  [1]
  $ cat err
  difffolded: b:1: no count at the end of the line: 'not a profile'
  difffolded: b:2: no count at the end of the line: 'at all'
  difffolded: skipped 2 lines without a count
  difffolded: b: nothing recognised (2 lines)

# one-file

  $ difffolded b
  [2]
  $ cat err
  difffolded: no file for the second column; try 'difffolded --help'

# one-side-empty

  $ : >b; echo 'a 2' >a
  $ difffolded b a
  a 0 2
  $ cat err
  difffolded: b: no stacks

# opt-stats
both files together

  $ printf 'a;b 1\na;c 2\n' >before
  $ printf 'a;b 1\na;d 2\na;d 1\n' >after
  $ difffolded --stats -j 1 before after 2>stats
  a;b 1 1
  a;c 2 0
  a;d 0 3
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  difffolded: 30 bytes, 5 lines, 5 samples, 4 frames, 3 stacks, T s, R GB/s, M MiB, 1 threads

# option-unknown

  $ difffolded --frob b a; echo "exit $?"; difffolded -x b a
  exit 2
  [2]
  $ cat err
  difffolded: option '--frob' is not known; try 'difffolded --help'
  difffolded: option '-x' is not known; try 'difffolded --help'

# output

  $ difffolded -o out $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded && head -n 2 out; ls
  main;handle;log;format 0 8
  main;handle;parse;read_token 20 60
  out

# output-full

  $ difffolded $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded >/dev/full
  [1]
  $ cat err
  difffolded: standard output: No space left on device

# output-impossible

  $ difffolded -o no/such/folder $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  [1]
  $ cat err
  difffolded: no/such/folder: No such file or directory

# overflow
one count, and a sum: the stack is named

  $ echo 'a;b 18446744073709551616' >1; printf 'c;d 18446744073709551615\nc;d 1\n' >2; echo 'a 1' >a
  $ for b in 1 2; do
  > 	for name in difffolded difffolded.pl inferno-diff-folded; do
  > 		$name $b a; echo "exit $?"
  > 	done
  > done
  exit 1
  exit 1
  a 0 1
  exit 0
  exit 1
  exit 1
  exit 1
  $ cat err
  difffolded: 1:1: count beyond 2^64-1: 'a;b 18446744073709551616'
  difffolded: 1: count beyond 2^64-1: 'a;b'
  difffolded.pl: count beyond 2^64-1: 'a;b'
  inferno-diff-folded: 1:1: no count at the end of the line: 'a;b 18446744073709551616'
  inferno-diff-folded: skipped 1 line without a count
  difffolded: 2: count beyond 2^64-1: 'c;d'
  difffolded.pl: count beyond 2^64-1: 'c;d'
  inferno-diff-folded: 2: count beyond 2^64-1: 'c;d'

# overflow-of-decimals
all counts are whole numbers of the smallest unit

  $ printf 'a;b 18446744073709551615\n' >b; echo 'a 0.5' >a
  $ difffolded b a; echo "exit $?"; difffolded.pl b a
  exit 1
  a 0 0.5
  a;b 18446744073709551615 0
  $ cat err
  difffolded: a: count beyond 2^64-1: 'a;b'

# overflow-of-the-sum
only who normalizes needs the sum

  $ printf 'a 18446744073709551615\nb 1\n' >b; echo 'a 1' >a
  $ difffolded b a; difffolded -n b a
  a 18446744073709551615 1
  b 1 0
  [1]
  $ cat err
  difffolded: the sum of the counts is beyond 2^64-1

# overflow-of-weights

  $ echo 'a;b 18446744073709551615' >b; echo 'a 1' >a
  $ difffolded --before b:1.5 --after a
  [1]
  $ cat err
  difffolded: b: count beyond 2^64-1: 'a;b'

# overflow-when-edited
one that the file had is one of the stack without its numbers

  $ printf 'f+0x1 18446744073709551615\nf+0x1 1\n' >b; echo 'a 1' >a
  $ difffolded --strip-hex b a
  [1]
  $ cat err
  difffolded: b: count beyond 2^64-1: 'f+0x...'

# overflow-when-normalized
exact results are below the second sum; doubles may be rounded up to 2^64

  $ echo 'a 1' >b; echo 'a 18446744073709551615' >a
  $ for name in difffolded difffolded.pl inferno-diff-folded; do
  > 	$name -n b a; echo "exit $?"
  > done
  a 18446744073709551615 18446744073709551615
  exit 0
  exit 1
  exit 1
  $ cat err
  difffolded.pl: count beyond 2^64-1: 'a'
  inferno-diff-folded: count beyond 2^64-1: 'a'

# quiet

  $ printf 'a 1\nno count\n' >b; echo 'a 2' >a
  $ difffolded -q b a; difffolded -q b nope
  a 1 2
  [1]
  $ cat err
  difffolded: nope: No such file or directory

# quiet-rust

  $ printf 'a 1\nno count\n' >b; echo 'a 2' >a
  $ inferno-diff-folded --quiet b a; inferno-diff-folded -q b nope
  a 1 2
  [1]

# roots
a program of another name: the roots that only one side has are one where both call the same functions

  $ printf 'sh;wait 1\nold;_start;main;a 6\nold;_start;main;b 2\nold;odd 1\n' >before
  $ printf 'sh;wait 2\nnew;_start;main;a 5\nnew;_start;main;c 5\nnew;other 3\nnew 1\n' >after
  $ difffolded before after; echo; difffolded --keep-root before after; echo; difffolded --ignore-root before after
  old, new 0 1
  old, new;_start;main;a 6 5
  old, new;_start;main;b 2 0
  old, new;_start;main;c 0 5
  old, new;odd 1 0
  old, new;other 0 3
  sh;wait 1 2
   (esc)
  new 0 1
  new;_start;main;a 0 5
  new;_start;main;c 0 5
  new;other 0 3
  old;_start;main;a 6 0
  old;_start;main;b 2 0
  old;odd 1 0
  sh;wait 1 2
   (esc)
  new, old, sh 0 1
  new, old, sh;_start;main;a 6 5
  new, old, sh;_start;main;b 2 0
  new, old, sh;_start;main;c 0 5
  new, old, sh;odd 1 0
  new, old, sh;other 0 3
  new, old, sh;wait 1 2
  $ difffolded --ignore-root --keep-root before after; echo "exit $?"
  exit 2
  $ for name in difffolded.pl inferno-diff-folded; do $name before after | grep -c '^old;'; done
  3
  3
  $ cat err
  difffolded: the processes 'old' and 'new' are compared as one, since they call the same functions; --keep-root keeps them apart
  difffolded: options '--ignore-root' and '--keep-root' exclude each other

# roots-apart
roots that call other functions, are several on a side, or are functions themselves, stay apart

  $ pair() { printf '%b' "$1" >before; printf '%b' "$2" >after; difffolded before after; echo; }
  $ pair 'old;main;a 1\n' 'new;run;a 1\n'
  new;run;a 0 1
  old;main;a 1 0
   (esc)
  $ pair 'old;main;a 4\nold;x 5\n' 'new;main;a 1\n'
  new;main;a 0 1
  old;main;a 4 0
  old;x 5 0
   (esc)
  $ pair 'old;main;a 1\n' 'new;main;a 1\nnewer;main;a 1\n'
  new;main;a 0 1
  newer;main;a 0 1
  old;main;a 1 0
   (esc)
  $ pair 'a 1\n' 'b 1\n'
  a 1 0
  b 0 1
   (esc)
  $ printf 'p;f 1\nq;f 1\nr;f 1\ns;f 1\n' >all; difffolded --ignore-root all all
  p, q, r, ...;f 4 4

# roots-order
The name of all processes is that of the first by their names, whatever comes first in the files.

  $ printf 'r4;f 4\nr2;f 2\nr1;f 1\nr3;f 3\n' >in
  $ difffolded --ignore-root in in
  r1, r2, r3, ...;f 10 10
  $ sort in | difffolded --ignore-root - in
  r1, r2, r3, ...;f 10 10

# row-1-fractions
decimals of counts: exact; in doubles; dropped

  $ printf 'a 0.1\na 0.2\nb 1.123456789\nc 2.\n' >b; printf 'a 3\nb 0.000000001\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 0.3 3
  b 1.123456789 0.000000001
  c 2 0
  a 0.3 3
  b 1.123456789 1e-09
  c 2 0
  a 0 3
  b 1 0
  c 2 0
  $ cat err
  inferno-diff-folded: b:1: decimals of the count are dropped: 'a 0.1'
  inferno-diff-folded: b:2: decimals of the count are dropped: 'a 0.2'
  inferno-diff-folded: b:3: decimals of the count are dropped: 'b 1.123456789'
  inferno-diff-folded: a:2: decimals of the count are dropped: 'b 0.000000001'

# row-2-lines-without-a-count
a line without a count: shown and skipped, but empty ones are nothing; an empty stack; shown and skipped

  $ printf 'a 1\nno count\n\n' >b; printf 'a 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 1 2
   0 0
  a 1 2
  a 1 2
  $ cat err
  difffolded: b:2: no count at the end of the line: 'no count'
  difffolded: skipped 1 line without a count
  difffolded.pl: b:2: no count at the end of the line, taken for an empty stack: 'no count'
  difffolded.pl: b:3: no count at the end of the line, taken for an empty stack
  difffolded.pl: skipped 2 lines without a count
  inferno-diff-folded: b:2: no count at the end of the line: 'no count'
  inferno-diff-folded: b:3: no count at the end of the line
  inferno-diff-folded: skipped 2 lines without a count

# row-3-tab
a tab before the count: accepted; accepted; no count

  $ printf 't\t7\n' >b; printf 'a 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 0 2
  t 7 0
  a 0 2
  t 7 0
  a 0 2
  $ cat err
  inferno-diff-folded: b:1: no count at the end of the line: 't?7'
  inferno-diff-folded: skipped 1 line without a count

# row-4-two-blanks
two blanks before the count: no part of the stack; one of them is; no part

  $ printf 'sp  4\n' >b; printf 'sp 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  sp 4 2
  sp 0 2
  sp  4 0
  sp 4 2

# row-5-blank-at-the-end
a blank behind the count: accepted; no count; no count

  $ printf 'u 8 \n' >b; printf 'u 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  u 8 2
   0 0
  u 0 2
  u 0 2
  $ cat err
  difffolded.pl: b:1: no count at the end of the line, taken for an empty stack: 'u 8 '
  difffolded.pl: skipped 1 line without a count
  inferno-diff-folded: b:1: no count at the end of the line: 'u 8 '
  inferno-diff-folded: skipped 1 line without a count

# row-6-first-sum-is-zero
a first column without counts cannot be scaled: stays 0; division by zero; stays 0

  $ printf 'a 0\n' >b; printf 'a 2\n' >a
  $ difffolded -n b a; difffolded.pl -n b a; echo "exit $?"; inferno-diff-folded -n b a
  a 0 2
  exit 255
  a 0 2
  $ cat err
  difffolded: the first profile has no counts: it is not normalized
  difffolded.pl: the first profile has no counts: it cannot be normalized

# row-7-order
sorted by the bytes of the stack, under every name

  $ printf 'b 1\na;b 1\na! 1\na 1\n' >b; printf 'z 2\na;a 2\n' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 1 0
  a! 1 0
  a;a 0 2
  a;b 1 0
  b 1 0
  z 0 2
  a 1 0
  a! 1 0
  a;a 0 2
  a;b 1 0
  b 1 0
  z 0 2
  a 1 0
  a! 1 0
  a;a 0 2
  a;b 1 0
  b 1 0
  z 0 2

# row-8-normalize-fractions
the sums are exact, each count is rounded down; the same; sums of whole counts

  $ printf 'a;b 13\na;c 20.75\nd 32\n' >b; printf 'a;b 31.5\nd 74\n' >a
  $ difffolded -n b a; difffolded.pl -n b a; inferno-diff-folded -n b a
  a;b 20 31.5
  a;c 33 0
  d 51 74
  a;b 20 31.5
  a;c 33 0
  d 51 74
  a;b 21 31
  a;c 32 0
  d 51 74
  $ cat err
  difffolded: normalized counts are rounded down: they add up to 104 instead of 105.5; weights of 1000 on both sides make that less
  inferno-diff-folded: b:2: decimals of the count are dropped: 'a;c 20.75'
  inferno-diff-folded: a:1: decimals of the count are dropped: 'a;b 31.5'

# same-file

  $ difffolded -n $FIXTURES/diff/before.folded $FIXTURES/diff/before.folded
  main;handle;parse;read_token 20 20
  main;handle;parse;read_token;malloc 10 10
  main;handle;render 40 40
  main;handle;render;old_escape 15 15
  main;idle;poll 90 90
  main;jit;0x7f01aa10;add 5 5
  main;jit;0x7f01aa10;mul 5 5
  main;log;format 8 8

# stdin

  $ echo 'a 1' >f
  $ echo 'a 2' | difffolded - f; echo 'a 3' | difffolded f -; echo 'a 4' | difffolded --before -:2 f
  a 2 1
  a 1 3
  a 8 1

# stdin-perl

  $ echo 'a 1' >f; echo 'a 2' | difffolded.pl - f
  a 2 1

# stdin-twice

  $ difffolded - -
  [2]
  $ cat err
  difffolded: standard input cannot be more than one of the files

# strip-hex

  $ difffolded --strip-hex $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;log;format 0 8
  main;handle;parse;read_token 20 60
  main;handle;parse;read_token;malloc 10 10
  main;handle;render 40 30
  main;handle;render;escape 0 12
  main;handle;render;old_escape 15 0
  main;idle;poll 90 45
  main;jit;0x...;add 5 5
  main;jit;0x...;mul 5 6
  main;log;format 8 0

# strip-hex-forms
0x and digits of either case; 0x alone stays

  $ printf 'a;0xCAFE12;q+0x1f 6\na;0x;r 1\n0xffz;0X1 8\n0x0x1 1\n' >b; printf 'a;0xbeef;q+0x2 1\n' >a
  $ difffolded -s b a; echo; difffolded.pl -s b a; echo; inferno-diff-folded -s b a
  0x...x1 1 0
  0x...z;0X1 8 0
  a;0x...;q+0x... 6 1
  a;0x;r 1 0
   (esc)
  0x...x1 1 0
  0x...z;0X1 8 0
  a;0x...;q+0x... 6 1
  a;0x;r 1 0
   (esc)
  0x...x1 1 0
  0x...z;0X1 8 0
  a;0x...;q+0x... 6 1
  a;0x;r 1 0

# threads

  $ seq -f 'a;f%g 1.5' 2000 >b; seq -f 'a;f%g 2' 2 3000 >a
  $ difffolded -j 1 -n b a >one
  $ for threads in 2 4 16; do difffolded --threads $threads -n b a | cmp - one; done
  $ cat err
  difffolded: normalized counts are rounded down: they add up to 4000 instead of 5998; weights of 1000 on both sides make that less
  difffolded: normalized counts are rounded down: they add up to 4000 instead of 5998; weights of 1000 on both sides make that less
  difffolded: normalized counts are rounded down: they add up to 4000 instead of 5998; weights of 1000 on both sides make that less
  difffolded: normalized counts are rounded down: they add up to 4000 instead of 5998; weights of 1000 on both sides make that less

# threads-bad

  $ difffolded -j 257 b a
  [2]
  $ cat err
  difffolded: option '-j' needs a whole number from 0 to 256, not '257'; try 'difffolded --help'

# three-files

  $ difffolded b a c; echo "exit $?"; difffolded --before b --after a c
  exit 2
  [2]
  $ cat err
  difffolded: one file too many: 'c'; try 'difffolded --help'
  difffolded: one file too many: 'c'; try 'difffolded --help'

# two-columns
a second number belongs to the stack, but if all have one something is wrong

  $ printf 'a 1 2\nb 3 4\n' >b; echo 'a 1' >a
  $ difffolded b a; difffolded.pl b a; inferno-diff-folded b a
  a 0 1
  a 1 2 0
  b 3 4 0
  a 0 1
  a 1 2 0
  b 3 4 0
  a 0 1
  a 1 2 0
  b 3 4 0
  $ cat err
  difffolded: b: every stack ends in a number: does the file have two columns already?

# two-files

  $ difffolded $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;log;format 0 8
  main;handle;parse;read_token 20 60
  main;handle;parse;read_token;malloc 10 10
  main;handle;render 40 30
  main;handle;render;escape 0 12
  main;handle;render;old_escape 15 0
  main;idle;poll 90 45
  main;jit;0x7e99c400;add 0 5
  main;jit;0x7e99c400;mul 0 6
  main;jit;0x7f01aa10;add 5 0
  main;jit;0x7f01aa10;mul 5 0
  main;log;format 8 0

# two-files-perl

  $ difffolded.pl $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;log;format 0 8
  main;handle;parse;read_token 20 60
  main;handle;parse;read_token;malloc 10 10
  main;handle;render 40 30
  main;handle;render;escape 0 12
  main;handle;render;old_escape 15 0
  main;idle;poll 90 45
  main;jit;0x7e99c400;add 0 5
  main;jit;0x7e99c400;mul 0 6
  main;jit;0x7f01aa10;add 5 0
  main;jit;0x7f01aa10;mul 5 0
  main;log;format 8 0

# two-files-rust

  $ inferno-diff-folded $FIXTURES/diff/before.folded $FIXTURES/diff/after.folded
  main;handle;log;format 0 8
  main;handle;parse;read_token 20 60
  main;handle;parse;read_token;malloc 10 10
  main;handle;render 40 30
  main;handle;render;escape 0 12
  main;handle;render;old_escape 15 0
  main;idle;poll 90 45
  main;jit;0x7e99c400;add 0 5
  main;jit;0x7e99c400;mul 0 6
  main;jit;0x7f01aa10;add 5 0
  main;jit;0x7f01aa10;mul 5 0
  main;log;format 8 0

# usage-perl

  $ echo 'a 1' >f
  $ difffolded.pl; echo "exit $?"; difffolded.pl f; echo "exit $?"; difffolded.pl -h f f; echo "exit $?"
  exit 2
  exit 2
  exit 2
  $ difffolded.pl -nx f f; echo "exit $?"; difffolded.pl --normalize f f; echo "exit $?"
  exit 2
  exit 2
  $ difffolded.pl f f -n; echo "exit $?"; difffolded.pl -- f f
  a 1 1
  exit 0
  a 1 1
  $ cat err
  difffolded.pl: usage: difffolded.pl [-n] [-s] BEFORE AFTER
  difffolded.pl: -n multiplies the first column so that the sums are equal, -s writes 0x1f as 0x...
  difffolded.pl: usage: difffolded.pl [-n] [-s] BEFORE AFTER
  difffolded.pl: -n multiplies the first column so that the sums are equal, -s writes 0x1f as 0x...
  difffolded.pl: usage: difffolded.pl [-n] [-s] BEFORE AFTER
  difffolded.pl: -n multiplies the first column so that the sums are equal, -s writes 0x1f as 0x...
  difffolded.pl: usage: difffolded.pl [-n] [-s] BEFORE AFTER
  difffolded.pl: -n multiplies the first column so that the sums are equal, -s writes 0x1f as 0x...
  difffolded.pl: usage: difffolded.pl [-n] [-s] BEFORE AFTER
  difffolded.pl: -n multiplies the first column so that the sums are equal, -s writes 0x1f as 0x...

# usage-rust

  $ echo 'a 1' >f
  $ inferno-diff-folded; echo "exit $?"; inferno-diff-folded f; echo "exit $?"; inferno-diff-folded f f f; echo "exit $?"
  exit 2
  exit 2
  exit 2
  $ inferno-diff-folded -n f f --normalize; echo "exit $?"; inferno-diff-folded --norm f f; echo "exit $?"
  exit 2
  exit 2
  $ inferno-diff-folded --before f f; echo "exit $?"; inferno-diff-folded f -n f -v
  exit 2
  a 1 1
  $ cat err
  inferno-diff-folded: no file for the first column; try 'inferno-diff-folded --help'
  inferno-diff-folded: no file for the second column; try 'inferno-diff-folded --help'
  inferno-diff-folded: one file too many: 'f'; try 'inferno-diff-folded --help'
  inferno-diff-folded: option '--normalize' may be given only once; try 'inferno-diff-folded --help'
  inferno-diff-folded: option '--norm' is not known; try 'inferno-diff-folded --help'
  inferno-diff-folded: option '--before' is not known; try 'inferno-diff-folded --help'
  inferno-diff-folded: f: 1 of 1 stacks
  inferno-diff-folded: f: 1 of 1 stacks

# verbose

  $ printf 'a 2\nb 3\n' >b; echo 'a 2' >a
  $ difffolded -v -n --exclude b --before b:1.5 --after a
  a 2 2
  $ cat err
  difffolded: b: 1 of 2 stacks
  difffolded: a: 1 of 1 stacks

# verbose-filter

  $ printf 'a 2\nb 3\nab 1\n' >b; echo 'a 2' >a
  $ difffolded -v --filter a b a
  a 2 2
  ab 1 0
  $ cat err
  difffolded: b: 2 of 3 stacks
  difffolded: a: 1 of 1 stacks

# version

  $ difffolded --version | sed 's/[0-9][0-9.]*/N/'
  difffolded (flambeau) N

# weight-bad

  $ for weight in 0 0.0 1.0123456789 99999999999999999999 1.2.3 .5; do
  > 	difffolded --before x:$weight --after y; echo "exit $?"
  > done
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ cat err
  difffolded: option '--before' cannot take 'x:0': a weight is a number above 0 with up to 9 decimals; try 'difffolded --help'
  difffolded: option '--before' cannot take 'x:0.0': a weight is a number above 0 with up to 9 decimals; try 'difffolded --help'
  difffolded: option '--before' cannot take 'x:1.0123456789': a weight is a number above 0 with up to 9 decimals; try 'difffolded --help'
  difffolded: option '--before' cannot take 'x:99999999999999999999': a weight is a number above 0 with up to 9 decimals; try 'difffolded --help'
  difffolded: option '--before' cannot take 'x:1.2.3': a weight is a number above 0 with up to 9 decimals; try 'difffolded --help'
  difffolded: option '--before' cannot take 'x:.5': a weight is a number above 0 with up to 9 decimals; try 'difffolded --help'

# weight-forms

  $ echo 'a 1' >f; cp f f:12h; cp f a:1:b; cp f a:1; cp f f:; cp f f:-1
  $ for file in f f:2 f:0.50 f:12h a:1:b a:1:3. f: f:-1; do
  > 	difffolded --before "$file" --after f
  > done
  a 1 1
  a 2 1
  a 0.5 1
  a 1 1
  a 1 1
  a 3 1
  a 1 1
  a 1 1
  $ difffolded --before -:4 --after f <f
  a 4 1
  $ difffolded --before '' --after f; difffolded --before :2 --after f
  [2]
  $ cat err
  difffolded: option '--before' cannot take '': the name is missing; try 'difffolded --help'
  difffolded: option '--before' cannot take ':2': the name is missing; try 'difffolded --help'

# weight-or-name
what does not look like a number is a part of the name; a weight may follow it

  $ echo 'a 1' >t:12h; echo 'a 2' >t:12
  $ difffolded --before t:12h --after t:12:1
  a 1 2

# weights

  $ printf 'a 4\nb 0.5\n' >b; printf 'a 3\nb 2\n' >a
  $ difffolded --before b:0.5 --after a:2 --after b:0.25
  a 2 7
  b 0.25 4.125

# weights-are-rounded
beyond nine decimals: half to even, counted

  $ printf 'a 1.000000001\nb 1.000000003\nc 2\n' >b; echo 'a 1' >a
  $ difffolded --before b:0.5 --after a
  a 0.5 1
  b 0.500000002 0
  c 1 0
  $ cat err
  difffolded: b: 2 weighted counts rounded to 9 decimals

# wrong-input
a file that is not folded is named, with the command that makes it so

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
  $ cp "$FIXTURES/dtrace/node.txt" dtrace.txt
  $ printf 'main;f 100\nmain;g 20\n' >good.folded
  $ try difffolded perf.txt good.folded
  exit 1, 0 bytes
  difffolded: perf.txt: this is the output of perf script; try: collapse-perf perf.txt > perf.txt.folded
  $ try difffolded good.folded dtrace.txt
  exit 1, 0 bytes
  difffolded: dtrace.txt: this is DTrace's stack() and ustack(); try: collapse-dtrace dtrace.txt > dtrace.txt.folded
  $ try difffolded - good.folded <perf.txt
  exit 1, 0 bytes
  difffolded: standard input: this is the output of perf script; try: ... | collapse-perf > out.folded
  $ printf 'PERFILE2 and more' >perf.data
  $ try difffolded good.folded perf.data
  exit 1, 0 bytes
  difffolded: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data > perf.data.folded
  $ try difffolded good.folded - <perf.data
  exit 1, 0 bytes
  difffolded: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf > out.folded
  $ printf '\177ELF\002\001\001' >program
  $ try difffolded program good.folded
  exit 1, 0 bytes
  difffolded: program: this is a program, a library or a core file (ELF); try: flamegraph-record -- program
  $ printf '{"a":[1,2]}' >a.json
  $ try difffolded good.folded a.json
  exit 1, 0 bytes
  difffolded: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 90\nbad\nmain;g 20\n' >some.folded
  $ difffolded good.folded some.folded
  main;f 100 90
  main;g 20 20
  $ cat err
  difffolded: some.folded:2: no count at the end of the line: 'bad'
  difffolded: skipped 1 line without a count

# zstd
needs: zstd

  $ echo 'a 1' | zstd -q >b.zst; echo 'a 2' >a
  $ difffolded b.zst a; cat b.zst | difffolded a -
  a 1 2
  a 2 1
