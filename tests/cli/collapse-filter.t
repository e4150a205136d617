SPDX-License-Identifier: MIT

# counts

  $ printf '%s\n' 'a 1' 'b 2.5' 'c 2.5' 'd 4' >in
  $ echo '== at least 2.5'; collapse-filter --min-count 2.5 in
  == at least 2.5
  b 2.5
  c 2.5
  d 4
  $ echo '== at least 2.50001'; collapse-filter --min-count 2.50001 in
  == at least 2.50001
  d 4
  $ echo '== the first two'; collapse-filter --top 2 in
  == the first two
  b 2.5
  d 4
  $ echo '== tenths'; collapse-filter --scale .1 in
  == tenths
  a 0.1
  b 0.25
  c 0.25
  d 0.4
  $ echo '== rounded'; collapse-filter --scale 0.000000001 in
  == rounded
  a 0.000000001
  b 0.000000002
  c 0.000000002
  d 0.000000004
  $ echo '== the largest of differences'; printf '%s\n' 'a 1 9' 'b 5 5' 'c 6 0' | collapse-filter --top 2
  == the largest of differences
  a 1 9
  c 6 0
  $ collapse-filter --scale 0 in
  [2]
  $ echo "exit $?"
  exit 2
  $ collapse-filter --top 0 in
  [2]
  $ cat err
  collapse-filter: left out 1 of 4 stacks for their counts
  collapse-filter: left out 3 of 4 stacks for their counts
  collapse-filter: left out 2 of 4 stacks for their counts
  collapse-filter: 2 counts rounded to 9 decimals
  collapse-filter: left out 1 of 3 stacks for their counts
  collapse-filter: option '--scale' cannot take '0': a number above 0 with up to 9 decimals is expected; try 'collapse-filter --help'
  collapse-filter: option '--top' needs a whole number from 1, not '0'; try 'collapse-filter --help'

# counts-overflow

  $ echo 'a 18446744073709551615' >in
  $ collapse-filter in
  a 18446744073709551615
  $ collapse-filter --scale 2 in
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-filter --merge in in
  [1]
  $ (cat in; seq 300000 | sed 's/.*/b;& 1/'; echo 'a 1') >far # read by several threads
  $ for threads in 1 4; do collapse-filter -j $threads far; done
  [1]
  $ cat err
  collapse-filter: count beyond 2^64-1: 'a'
  collapse-filter: count beyond 2^64-1: 'a'
  collapse-filter: count beyond 2^64-1: 'a'
  collapse-filter: count beyond 2^64-1: 'a'

# err-window
needs: zstd
Decompression takes 1 GiB at most, whatever window a small file asks for: 8 MiB, 2 GiB.

  $ frame() # WINDOW - of zstd, with a line that is not compressed
  > {
  > 	printf "\\050\\265\\057\\375\\000$1\\061\\000\\000a;b 1\\n"
  > }
  $ frame '\150' | collapse-filter
  a;b 1
  $ frame '\250' | collapse-filter
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-filter: standard input: the compressed data need more than 1 GiB of memory, at byte 0

# files-merge
needs: gzip

  $ printf 'a 1\nb 2\n' >one.folded
  $ printf 'b 4\n' | gzip >two.folded.gz
  $ echo '== as they are'; collapse-filter one.folded two.folded.gz
  == as they are
  a 1
  b 6
  $ echo '== weighted'; collapse-filter --merge one.folded:0.5 two.folded.gz:2
  == weighted
  a 0.5
  b 9
  $ echo '== weighted from standard input'; collapse-filter --merge one.folded:3 -- -:2 <one.folded
  == weighted from standard input
  a 5
  b 10
  $ collapse-filter one.folded:0.5
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-filter --merge one.folded:0
  [2]
  $ echo "exit $?"
  exit 2
  $ collapse-filter --merge one.folded:1.2.3
  [2]
  $ cat err
  collapse-filter: one.folded:0.5: No such file or directory
  collapse-filter: 'one.folded:0': a weight is a number above 0 with up to 9 decimals
  collapse-filter: 'one.folded:1.2.3': a weight is a number above 0 with up to 9 decimals

# files-root-label

  $ echo 'a 1' >web-1.perf.folded
  $ echo 'a 2' >web-2.folded
  $ echo '== one each'; collapse-filter --root-label v1 --root-label 'v;2' web-1.perf.folded web-2.folded
  == one each
  v1;a 1
  v:2;a 2
  $ echo '== by name'; collapse-filter --root-label 'host {}' ./web-1.perf.folded ./web-2.folded
  == by name
  host web-1;a 1
  host web-2;a 2
  $ echo '== of standard input'; collapse-filter --root-label all <web-2.folded
  == of standard input
  all;a 2
  $ collapse-filter --root-label a --root-label b --root-label c web-1.perf.folded web-2.folded
  [2]
  $ cat err
  collapse-filter: 3 root labels for 2 files

# focus-several-files
What could be found is said where nothing was found in any file, and of all files.

  $ printf 'a 1\n' >one
  $ printf 'b 2\na 4\n' >two
  $ collapse-filter --merge --focus b one two
  b 2
  $ collapse-filter --merge --focus x one two
  [1]
  $ cat err
  collapse-filter: left out 2 of 3 stacks
  collapse-filter: left out 3 of 3 stacks
  collapse-filter: no stacks are left; the functions are: a (5), b (2)

# lines
what is no folded line is said

  $ printf 'a 1\nno count\n' >in
  $ collapse-filter in
  a 1
  $ collapse-filter --strict in
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-filter -q -j 3 -o out in && cat out
  a 1
  $ collapse-filter missing
  [1]
  $ cat err
  collapse-filter: in:2: no count at the end of the line: 'no count'
  collapse-filter: skipped 1 line without a count
  collapse-filter: in:2: no count at the end of the line: 'no count'
  collapse-filter: skipped 1 line without a count
  collapse-filter: no output: part of the input was not understood
  collapse-filter: missing: No such file or directory

# max-record
A line of more than SIZE bytes with its LF is left out, counted and named, wherever it is.

  $ line() # LENGTH - of a line without its LF: a stack with the count 1
  > {
  > 	printf "%$(($1 - 2))s 1" '' | tr ' ' a | sed 's/a1$/ 1/'
  > }
  $ { line 19 && echo && line 20 && echo && echo 'b 2' && line 30 && echo && line 40 && echo && echo 'c 3' && line 21; } >in
  $ for threads in 1 2; do
  > 	collapse-filter -j $threads --max-record 20 in
  > 	cat in | collapse-filter -j $threads --max-record 20
  > done
  aaaaaaaaaaaaaaaaa 1
  b 2
  c 3
  aaaaaaaaaaaaaaaaa 1
  b 2
  c 3
  aaaaaaaaaaaaaaaaa 1
  b 2
  c 3
  aaaaaaaaaaaaaaaaa 1
  b 2
  c 3
  $ collapse-filter --strict --max-record 20 in
  [1]
  $ echo $?
  1
  $ collapse-filter --strict --max-record 41 in | wc -l
  7
  $ head -c 19 in | collapse-filter --max-record 19
  aaaaaaaaaaaaaaaaa 1
  $ head -c 19 in | collapse-filter --max-record 18
  [1]
  $ echo $?
  1
  $ collapse-filter --max-record 0 in
  [2]
  $ echo $?
  2
  $ collapse-filter --max-record 1X in
  [2]
  $ echo $?
  2
  $ cat err
  collapse-filter: in:2: record longer than --max-record, left out
  collapse-filter: in:4: record longer than --max-record, left out
  collapse-filter: in:5: record longer than --max-record, left out
  collapse-filter: in:7: record longer than --max-record, left out
  collapse-filter: skipped 4 records longer than --max-record
  collapse-filter: standard input:2: record longer than --max-record, left out
  collapse-filter: standard input:4: record longer than --max-record, left out
  collapse-filter: standard input:5: record longer than --max-record, left out
  collapse-filter: standard input:7: record longer than --max-record, left out
  collapse-filter: skipped 4 records longer than --max-record
  collapse-filter: in:2: record longer than --max-record, left out
  collapse-filter: in:4: record longer than --max-record, left out
  collapse-filter: in:5: record longer than --max-record, left out
  collapse-filter: in:7: record longer than --max-record, left out
  collapse-filter: skipped 4 records longer than --max-record
  collapse-filter: standard input:2: record longer than --max-record, left out
  collapse-filter: standard input:4: record longer than --max-record, left out
  collapse-filter: standard input:5: record longer than --max-record, left out
  collapse-filter: standard input:7: record longer than --max-record, left out
  collapse-filter: skipped 4 records longer than --max-record
  collapse-filter: in:2: record longer than --max-record, left out
  collapse-filter: in:4: record longer than --max-record, left out
  collapse-filter: in:5: record longer than --max-record, left out
  collapse-filter: in:7: record longer than --max-record, left out
  collapse-filter: skipped 4 records longer than --max-record
  collapse-filter: no output: part of the input was not understood
  collapse-filter: standard input:1: record longer than --max-record, left out
  collapse-filter: skipped 1 record longer than --max-record
  collapse-filter: no stacks are left
  collapse-filter: option '--max-record' cannot take '0': a size is a whole number above 0, optionally followed by K, M, G or T; try 'collapse-filter --help'
  collapse-filter: option '--max-record' cannot take '1X': a size is a whole number above 0, optionally followed by K, M, G or T; try 'collapse-filter --help'

# name-like-zstd
the first name begins with the four bytes that zstd's frames begin with

  $ for rest in ';main 5' 'aaaaaaaaaaaaaaaaaaaaa;b 5' ' 5'; do
  > 	printf '\050\265\057\375%s\n' "$rest" >in
  > 	collapse-filter in
  > 	collapse-filter <in | cmp - in
  > 	cat in | collapse-filter | cmp - in
  > done
  (\xb5/\xfd;main 5 (esc)
  (\xb5/\xfdaaaaaaaaaaaaaaaaaaaaa;b 5 (esc)
  (\xb5/\xfd 5 (esc)

# names-raw
Folded stacks are for programs: control characters, escape sequences and odd bytes in names stay.

  $ printf 'a\033[2J\007;\302\233x\377;\342\200\256y 9\n' >in
  $ collapse-filter in | cmp - in

# names-rename
groups, the first rule that matches is the only one; a name of which nothing is left goes

  $ printf '%s\n' 'worker 1;std::sort;cmp 1' 'worker 2;std::sort;cmp 2' 'x=y;gone 4' >in
  $ collapse-filter --rename '^std::(.*)=$1 of std' --rename 'sort=never' --rename '^gone$=' \
  > 	--rename-threads '(worker) [0-9]+=${1}s' --rename 'x==x is $$' in
  workers;sort of std;cmp 3
  x is $y 4

# names-rename-bad

  $ for rule in 'a' '=b' '(=b' 'a=$1' 'a=${b' 'a=$'; do
  > 	echo 'a 1' | collapse-filter --rename "$rule"
  > 	echo "exit $?"
  > done
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ cat err
  collapse-filter: option '--rename' cannot take 'a': REGEX=REPLACEMENT is expected; try 'collapse-filter --help'
  collapse-filter: option '--rename' cannot take '=b': REGEX=REPLACEMENT is expected; try 'collapse-filter --help'
  collapse-filter: option '--rename' cannot take '(=b': at character 2: missing closing parenthesis; try 'collapse-filter --help'
  collapse-filter: option '--rename' cannot take 'a=$1': the replacement '$1': unknown substring; try 'collapse-filter --help'
  collapse-filter: option '--rename' cannot take 'a=${b': the replacement '${b': expected closing curly bracket in replacement string; try 'collapse-filter --help'
  collapse-filter: option '--rename' cannot take 'a=$': the replacement '$': invalid replacement string; try 'collapse-filter --help'

# names-simplify

  $ cat >in <<'END'
  > int ns::map<std::pair<int, long>, char>::find(int const&) const 1
  > ns::operator<< <char>(std::ostream&, char) 1
  > _ZN4core3ptr::drop_in_place::h0123456789abcdef 1
  > <alloc::vec::Vec<T> as core::iter::FromIterator<T>>::from_iter 1
  > core::iter::Iterator::collect::<Vec<u8>> 1
  > github.com/acme/store/cache.(*LRU[go.shape.string]).Get 1
  > java.util.concurrent.ThreadPoolExecutor$Worker.run 1
  > java/lang/Thread.run 1
  > [kernel.kallsyms] 1
  > /usr/lib/libc.so.6 1
  > a name of words. And more. 1
  > END
  $ for level in none args templates packages; do
  > 	echo "== $level"
  > 	collapse-filter --simplify $level in
  > done
  == none
  /usr/lib/libc.so.6 1
  <alloc::vec::Vec<T> as core::iter::FromIterator<T>>::from_iter 1
  [kernel.kallsyms] 1
  _ZN4core3ptr::drop_in_place::h0123456789abcdef 1
  a name of words. And more. 1
  core::iter::Iterator::collect::<Vec<u8>> 1
  github.com/acme/store/cache.(*LRU[go.shape.string]).Get 1
  int ns::map<std::pair<int, long>, char>::find(int const&) const 1
  java.util.concurrent.ThreadPoolExecutor$Worker.run 1
  java/lang/Thread.run 1
  ns::operator<< <char>(std::ostream&, char) 1
  == args
  /usr/lib/libc.so.6 1
  <alloc::vec::Vec<T> as core::iter::FromIterator<T>>::from_iter 1
  [kernel.kallsyms] 1
  _ZN4core3ptr::drop_in_place 1
  a name of words. And more. 1
  core::iter::Iterator::collect::<Vec<u8>> 1
  github.com/acme/store/cache.(*LRU[go.shape.string]).Get 1
  java.util.concurrent.ThreadPoolExecutor$Worker.run 1
  java/lang/Thread.run 1
  ns::map<std::pair<int, long>, char>::find 1
  ns::operator<< <char> 1
  == templates
  /usr/lib/libc.so.6 1
  <alloc::vec::Vec as core::iter::FromIterator>::from_iter 1
  [kernel.kallsyms] 1
  _ZN4core3ptr::drop_in_place 1
  a name of words. And more. 1
  core::iter::Iterator::collect 1
  github.com/acme/store/cache.(*LRU).Get 1
  java.util.concurrent.ThreadPoolExecutor$Worker.run 1
  java/lang/Thread.run 1
  ns::map::find 1
  ns::operator<< 1
  == packages
  /usr/lib/libc.so.6 1
  <alloc::vec::Vec as core::iter::FromIterator>::from_iter 1
  Iterator::collect 1
  Thread.run 1
  ThreadPoolExecutor$Worker.run 1
  [kernel.kallsyms] 1
  _ZN4core3ptr::drop_in_place 1
  a name of words. And more. 1
  cache.(*LRU).Get 1
  map::find 1
  ns::operator<< 1
  $ collapse-filter --simplify most in
  [2]
  $ cat err
  collapse-filter: option '--simplify' has no value 'most': it is one of none, args, templates, packages; try 'collapse-filter --help'

# opt-stats
stacks are those that are left

  $ printf 'a;b 1\na;c 2\na;d 3\n' >one
  $ printf 'a;b 1\n' >two
  $ collapse-filter -q --stats -j 1 --ignore d one two 2>stats
  a;b 2
  a;c 2
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  collapse-filter: 24 bytes, 4 lines, 4 samples, 4 frames, 2 stacks, T s, R GB/s, M MiB, 1 threads

# order-of-cpus

  $ printf '@cpu=9;a 1\n@cpu=5x;b 1\n@cpu=10;a 1\n@cpu=!;b 1\n@cpu=0;a 1\n' | collapse-filter
  @cpu=!;b 1
  @cpu=00;a 1
  @cpu=09;a 1
  @cpu=10;a 1
  @cpu=5x;b 1

# pattern-gives-up
a pattern that would take for ever is given up, and that is said

  $ name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  $ printf "main;${name}b 1\nmain;${name} 2\n" >in
  $ collapse-filter --hide '^(a+)+$' in
  main 2
  main;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab 1
  $ collapse-filter --rename '^(a+)+$=x' in
  main;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab 1
  main;x 2
  $ cat err
  collapse-filter: a pattern takes too long on a name: that counts as no match

# pattern-order
which names a pattern gives up does not depend on the order of the stacks

  $ awk 'BEGIN { for (i = 0; i < 4000; i++) printf "main;%s%04db 1\n", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", i }' >in
  $ sort -r in >turned
  $ for file in in turned; do
  > 	collapse-filter --hide '^(?:a|aa)+[0-9]*$|b$' $file >$file.out
  > done
  $ cmp in.out turned.out && head -n 1 in.out
  main 341
  $ echo "$(grep -c b <in.out) of 4000 were given up"
  3659 of 4000 were given up
  $ cat err
  collapse-filter: a pattern takes too long on a name: that counts as no match
  collapse-filter: a pattern takes too long on a name: that counts as no match

# root-like-a-comment

  $ printf '%s\n' 'main;# 540' 'main;# a;b 3' 'main;#_a;b 4' 'main;#c 1' >stacks
  $ collapse-filter --root-label '# host' stacks
  #_host;main;# 540
  #_host;main;# a;b 3
  #_host;main;#_a;b 4
  #_host;main;#c 1
  $ echo '== without main'; collapse-filter --hide '^main$' stacks
  == without main
  #_ 540
  #_a;b 7
  #c 1
  $ echo '== what a picture shows'; collapse-filter --hide '^main$' stacks | flamegraph --text --columns 60
  == what a picture shows
  |all (548 samples, 100%)____________________________________
  |#_ 98.54%_________________________________________________
  1 of 4 frames shown, 3 too narrow

# rules

  $ printf '%s\n' '# comments and empty lines' '' 'hide ^b$' '  ignore   z z ' 'rename ^a=A' >rules
  $ printf '%s\n' 'a;b;c 1' 'a;z z 2' >in
  $ collapse-filter --rules rules in
  A;c 1
  $ echo 'top 3' >wrong
  $ collapse-filter --rules wrong in
  [2]
  $ echo "exit $?"
  exit 2
  $ printf '\nhide (\n' >wrong
  $ collapse-filter --rules wrong in
  [2]
  $ echo "exit $?"
  exit 2
  $ collapse-filter --rules missing in
  [2]
  $ cat err
  collapse-filter: left out 1 of 2 stacks
  collapse-filter: wrong:1: 'top' is no option that takes a REGEX
  collapse-filter: wrong:2: at character 2: missing closing parenthesis
  collapse-filter: missing: No such file or directory

# sorted-labels

  $ printf '%s\n' '@time=2.5;@cpu=3;@tid=7;main;b 1' '@time=11.5;@cpu=9;@tid=7;main 2' >narrow
  $ printf '%s\n' '0x1;f 1' '@time=004.25;@cpu=0010;@tid=7;main;b 1' 'main 5' >wide.folded
  $ for sorted in "" --sorted; do
  > 	collapse-filter --merge $sorted wide.folded
  > 	collapse-filter --merge --sorted narrow
  > 	collapse-filter --merge $sorted --add-label 'host={}' wide.folded
  > done
  0x1;f 1
  @time=4.25;@cpu=10;@tid=7;main;b 1
  main 5
  @time=02.5;@cpu=3;@tid=7;main;b 1
  @time=11.5;@cpu=9;@tid=7;main 2
  @host=wide;0x1;f 1
  @host=wide;main 5
  @time=4.25;@cpu=10;@host=wide;@tid=7;main;b 1
  0x1;f 1
  @time=4.25;@cpu=10;@tid=7;main;b 1
  main 5
  @time=02.5;@cpu=3;@tid=7;main;b 1
  @time=11.5;@cpu=9;@tid=7;main 2
  [1]
  $ printf '%s\n' '@cpu=3;b 1' '@cpu=12;a 2' | sort >cpus
  $ printf '%s\n' '@cpu=003;b 1' '@cpu=004;@tid=1;# x;a 2' '@x=1;@y=2 3' >more
  $ collapse-filter --merge more
  @cpu=3;b 1
  @cpu=4;@tid=1;#_x;a 2
  @x=1;@y=2 3
  $ collapse-filter --merge --sorted more
  @cpu=3;b 1
  @cpu=4;@tid=1;#_x;a 2
  @x=1;@y=2 3
  $ collapse-filter --merge --sorted -o out more && cat out
  @cpu=3;b 1
  @cpu=4;@tid=1;#_x;a 2
  @x=1;@y=2 3
  $ cat err
  collapse-filter: wide.folded:3: not sorted under its root label and labels: '@host=wide;main' follows '@time=0000000004.250000000;@cpu=00000000000000000010;@host=wide;@tid=7;main;b'; without --sorted any order will do

# sorted-merge

  $ printf '%s\n' '# flambeau: unit=ns' '# flambeau: samples=3' '# flambeau: host=a' 'a 1' 'a;b 2.5' 'main 1' 'main 4' >one
  $ printf '%s\n' '# flambeau: samples=4' '# flambeau: unit=ns' '# flambeau: host=b' 'a 1' 'a (b) 7' 'main;x 2' >two
  $ for sorted in "" --sorted; do
  > 	collapse-filter --merge $sorted one two:0.5 - <one
  > 	collapse-filter --merge $sorted --root-label v1 --root-label '{}' one two:3
  > done
  # flambeau: unit=ns
  # flambeau: samples=10
  a 2.5
  a (b) 3.5
  a;b 5
  main 10
  main;x 1
  # flambeau: unit=ns
  # flambeau: samples=7
  two;a 3
  two;a (b) 21
  two;main;x 6
  v1;a 1
  v1;a;b 2.5
  v1;main 5
  # flambeau: unit=ns
  # flambeau: samples=10
  a 2.5
  a (b) 3.5
  a;b 5
  main 10
  main;x 1
  # flambeau: unit=ns
  # flambeau: samples=7
  two;a 3
  two;a (b) 21
  two;main;x 6
  v1;a 1
  v1;a;b 2.5
  v1;main 5

# sorted-notes

  $ printf '%s\n' 'a 1' 'no count' 'b 1.1234567891' '@time=x;b 2' 'c 1' >notes
  $ collapse-filter --merge --sorted notes
  a 1
  b 3.123456789
  c 1
  $ collapse-filter --merge --sorted --strict notes
  [1]
  $ echo "exit $?"
  exit 1
  $ awk 'BEGIN { for (i = 0; i < 65540; i++) printf "f;"; print "g 1"; print "g 1" }' >deep
  $ collapse-filter --merge --sorted deep | awk -F ';' '{ print NF }'
  65536
  1
  $ collapse-filter --merge deep | awk -F ';' '{ print NF }'
  65536
  1
  $ collapse-filter --merge --sorted --max-record 1K deep
  g 1
  $ printf '%s\n' 'a 1.5' 'b 0.000000001' >scales
  $ collapse-filter --merge --sorted scales:0.5 scales:0.000000003
  a 0.750000004
  b 0
  $ collapse-filter --merge scales:0.5 scales:0.000000003
  a 0.750000004
  b 0
  $ cat err
  collapse-filter: notes:2: no count at the end of the line: 'no count'
  collapse-filter: notes:3: count rounded to 9 decimals: 'b 1.1234567891'
  collapse-filter: notes:4: the label time is not a number of seconds; the stack is kept without it: 'x'
  collapse-filter: skipped 1 line without a count
  collapse-filter: kept 1 stack without its time, which is not a number
  collapse-filter: notes:2: no count at the end of the line: 'no count'
  collapse-filter: notes:3: count rounded to 9 decimals: 'b 1.1234567891'
  collapse-filter: notes:4: the label time is not a number of seconds; the stack is kept without it: 'x'
  collapse-filter: skipped 1 line without a count
  collapse-filter: kept 1 stack without its time, which is not a number
  collapse-filter: notes: part of the input was not understood
  collapse-filter: deep:1: deeper than 65536 frames, cut at the leaf: 'f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;'
  collapse-filter: deep:1: deeper than 65536 frames, cut at the leaf: 'f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;f;'
  collapse-filter: deep:1: record longer than --max-record, left out
  collapse-filter: skipped 1 record longer than --max-record
  collapse-filter: 3 counts rounded to 9 decimals
  collapse-filter: 3 counts rounded to 9 decimals

# sorted-options

  $ echo 'a 1' >one
  $ try()
  > {
  > 	collapse-filter "$@" one
  > 	echo "exit $?"
  > }
  $ try --sorted
  exit 2
  $ try --skip-bad
  exit 2
  $ try --merge --sorted --top 3
  exit 2
  $ try --merge --sorted --simplify args
  exit 2
  $ try --merge --sorted --drop-label x
  exit 2
  $ try --merge --sorted --scale 2
  exit 2
  $ try --merge --sorted --root-label a --root-label b
  exit 2
  $ try --merge --sorted --strict --skip-bad --root-label a --add-label x=y -j 1
  @x=y;a;a 1
  exit 0
  $ cat err
  collapse-filter: --sorted needs --merge
  collapse-filter: --skip-bad needs --merge
  collapse-filter: --top changes stacks or their order: it cannot be used with --sorted
  collapse-filter: --simplify changes stacks or their order: it cannot be used with --sorted
  collapse-filter: --drop-label changes stacks or their order: it cannot be used with --sorted
  collapse-filter: --scale changes stacks or their order: it cannot be used with --sorted
  collapse-filter: 2 root labels for 1 files

# sorted-other-format

  $ cp "$FIXTURES/perf/cxx-fp.txt" p
  $ collapse-filter --merge --sorted p
  [1]
  $ cat err
  collapse-filter: p: this is the output of perf script; try: collapse-perf p | collapse-filter

# sorted-pipes
needs: bash gzip

  $ printf '%s\n' 'a 1' 'b 2' >one
  $ gzip -c one >one.gz
  $ bash -c 'collapse-filter --merge --sorted <(cat one) <(cat one.gz) one one.gz:2 - <one'
  a 6
  b 12
  $ cat one | collapse-filter --merge --sorted
  a 1
  b 2
  $ cat one | collapse-filter --merge --sorted - one
  a 2
  b 4

# sorted-skip-bad
needs: gzip

  $ printf '%s\n' '# flambeau: samples=2' 'a 1' 'b 1' >good
  $ printf '%s\n' '# flambeau: samples=9' 'c 9' 'b 9' >unsorted
  $ printf 'b 5\nc' >cut
  $ : >empty
  $ gzip -c good | head -c 30 >cut.gz
  $ for sorted in "" --sorted; do
  > 	collapse-filter --merge $sorted --skip-bad good unsorted good:2 cut empty cut.gz missing .
  > 	collapse-filter --merge $sorted --skip-bad empty missing
  > 	echo "exit $?"
  > done
  # flambeau: samples=13
  a 3
  b 17
  c 9
  exit 1
  # flambeau: samples=4
  a 3
  b 3
  exit 1
  $ cat unsorted | collapse-filter --merge --sorted --skip-bad - good
  # flambeau: samples=2
  a 1
  b 1
  $ cat good | collapse-filter --merge --sorted --skip-bad unsorted - good
  # flambeau: samples=4
  a 2
  b 2
  $ cat good | collapse-filter --merge --sorted --skip-bad unsorted -
  # flambeau: samples=2
  a 1
  b 1
  $ cat err
  collapse-filter: cut:2: no count at the end of the line: 'c'
  collapse-filter: skipped 1 line without a count
  collapse-filter: empty: no stacks
  collapse-filter: cut.gz: the compressed data end too early, at byte 30
  collapse-filter: missing: No such file or directory
  collapse-filter: .: Is a directory
  collapse-filter: left out 4 of 8 files (50.00 %), 30 of 125 bytes (24.00 %)
  collapse-filter: empty: no stacks
  collapse-filter: missing: No such file or directory
  collapse-filter: none of 2 files can be merged
  collapse-filter: unsorted:3: not sorted: 'b' follows 'c'; without --sorted any order will do
  collapse-filter: cut:2: the file is cut: its last line has no end
  collapse-filter: empty: no stacks
  collapse-filter: cut.gz: the compressed data end too early, at byte 30
  collapse-filter: missing: No such file or directory
  collapse-filter: .: Is a directory
  collapse-filter: left out 6 of 8 files (75.00 %), 65 of 125 bytes (52.00 %)
  collapse-filter: empty: no stacks
  collapse-filter: missing: No such file or directory
  collapse-filter: none of 2 files can be merged
  collapse-filter: standard input:3: not sorted: 'b' follows 'c'; without --sorted any order will do
  collapse-filter: left out 1 of 2 files (50.00 %), 0 of 30 bytes (0.00 %)
  collapse-filter: unsorted:3: not sorted: 'b' follows 'c'; without --sorted any order will do
  collapse-filter: left out 1 of 3 files (33.33 %), 30 of 60 bytes (50.00 %)
  collapse-filter: unsorted:3: not sorted: 'b' follows 'c'; without --sorted any order will do
  collapse-filter: left out 1 of 2 files (50.00 %), 30 of 30 bytes (100.00 %)

# sorted-wrong

  $ printf '%s\n' 'a 1' 'c 1' '# a comment' 'b;x 2' >unsorted
  $ printf '%s\n' 'a 1' 'b 2 3' >columns
  $ printf 'a 1\nb;c 12' >cut
  $ printf '%s\n' 'a 1' '# flambeau: unit=ns' 'b 1' >header
  $ printf '%s\n' '# flambeau: samples=3' >nothing
  $ printf '%s\n' 'a 18446744073709551615' >large
  $ printf '%s\n' '@a=1;x 1' '@a=2;w 1' >labels
  $ try()
  > {
  > 	collapse-filter --merge --sorted "$@" || echo "exit $?"
  > }
  $ for file in unsorted columns cut header nothing missing; do
  > 	try $file
  > done
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  $ try large large
  exit 1
  $ try large:2
  exit 1
  $ try --add-label a=1 labels
  exit 1
  $ try -o out unsorted
  exit 1
  $ ls
  columns
  cut
  header
  labels
  large
  nothing
  unsorted
  $ cat err
  collapse-filter: unsorted:4: not sorted: 'b;x' follows 'c'; without --sorted any order will do
  collapse-filter: columns:2: two counts, lines before have one
  collapse-filter: cut:2: the file is cut: its last line has no end
  collapse-filter: header:2: a header after stacks
  collapse-filter: nothing: no stacks
  collapse-filter: missing: No such file or directory
  collapse-filter: count beyond 2^64-1: 'a'
  collapse-filter: count beyond 2^64-1: 'a'
  collapse-filter: labels:2: not sorted under its root label and labels: '@a=1;w' follows '@a=1;x'; without --sorted any order will do
  collapse-filter: unsorted:4: not sorted: 'b;x' follows 'c'; without --sorted any order will do

# stacks-focus-ignore

  $ printf '%s\n' 'a;b 1' 'a;c 2' 'a;b;c 4' >in
  $ echo '== with b'; collapse-filter --focus b in
  == with b
  a;b 1
  a;b;c 4
  $ echo '== with b and c'; collapse-filter --focus b --focus c in
  == with b and c
  a;b;c 4
  $ echo '== without b'; collapse-filter --ignore b in
  == without b
  a;c 2
  $ echo '== with c, without b'; collapse-filter -q --focus c --ignore b in
  == with c, without b
  a;c 2
  $ echo '== nothing'; collapse-filter --focus x in
  == nothing
  [1]
  $ cat err
  collapse-filter: left out 1 of 3 stacks
  collapse-filter: left out 2 of 3 stacks
  collapse-filter: left out 2 of 3 stacks
  collapse-filter: left out 3 of 3 stacks
  collapse-filter: no stacks are left; the functions are: a (7), c (6), b (5)

# stacks-hide-show

  $ printf '%s\n' 'a;b;c 1' 'a;c 2' 'b 4' >in
  $ echo '== hide b'; collapse-filter --hide b in
  == hide b
  a;c 3
  $ echo '== show b or c'; collapse-filter --show b --show c in
  == show b or c
  b 4
  b;c 1
  c 2
  $ echo '== hide and show'; collapse-filter --show '[ab]' --hide b in
  == hide and show
  a 3
  $ cat err
  collapse-filter: left out 1 of 3 stacks
  collapse-filter: left out 1 of 3 stacks

# stacks-recursion

  $ printf '%s\n' 'a;b;b;b;c 1' 'a;b;a;b;c 2' 'a;b;a;c 4' 'a;b;c;b;d;a 8' >in
  $ for kind in no direct mutual; do
  > 	echo "== $kind"
  > 	collapse-filter --collapse-recursion $kind in
  > done
  == no
  a;b;a;b;c 2
  a;b;a;c 4
  a;b;b;b;c 1
  a;b;c;b;d;a 8
  == direct
  a;b;a;b;c 2
  a;b;a;c 4
  a;b;c 1
  a;b;c;b;d;a 8
  == mutual
  a 8
  a;b;c 3
  a;c 4

# stacks-show-from

  $ printf '%s\n' 'a;b;c;b 1' 'a;c 2' 'b;d 4' | collapse-filter --show-from b
  b;c;b 1
  b;d 4
  $ cat err
  collapse-filter: left out 1 of 3 stacks

# stacks-trim

  $ printf '%s\n' '_start;libc_main;main;f;libc_x;g;libc_y;libc_z 1' 'libc_a;libc_b 2' >in
  $ collapse-filter --trim-root '^_|^libc' in
  main;f;libc_x;g;libc_y;libc_z 1
  $ collapse-filter --trim-leaf '^libc' --trim-root '^_' in
  libc_main;main;f;libc_x;g 1
  $ cat err
  collapse-filter: left out 1 of 2 stacks
  collapse-filter: left out 1 of 2 stacks

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
  $ try collapse-filter perf.txt
  exit 1, 0 bytes
  collapse-filter: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | collapse-filter
  $ try collapse-filter <perf.txt
  exit 1, 0 bytes
  collapse-filter: standard input: this is the output of perf script; try: ... | collapse-perf | collapse-filter
  $ try collapse-filter callgrind.txt
  exit 1, 0 bytes
  collapse-filter: callgrind.txt: this is the call graph of valgrind's callgrind; try: collapse-callgrind callgrind.txt | collapse-filter
  $ try collapse-filter good.folded perf.txt
  exit 1, 0 bytes
  collapse-filter: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | collapse-filter
  $ printf 'PERFILE2 and more' >perf.data
  $ try collapse-filter perf.data
  exit 1, 0 bytes
  collapse-filter: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | collapse-filter
  $ try collapse-filter <perf.data
  exit 1, 0 bytes
  collapse-filter: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | collapse-filter
  $ printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
  $ try collapse-filter a.svg
  exit 1, 0 bytes
  collapse-filter: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try collapse-filter a.json
  exit 1, 0 bytes
  collapse-filter: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
  $ collapse-filter some.folded | wc -l
  2
  $ cat err
  collapse-filter: some.folded:2: no count at the end of the line: 'bad'
  collapse-filter: skipped 1 line without a count

# input-forms
needs: gzip
Standard input is read once, from where it stands; files after each other, empty, without an end or compressed.

  $ printf 'a 1\nb 2\nc 3\n' >in
  $ printf '\n  a\n  1\n' >trace
  $ collapse-dtrace --no-header - - <trace
  a 1
  $ { read -r first; collapse-filter; } <in
  b 2
  c 3
  $ sh -c 'dd bs=4 count=1 of=/dev/null 2>/dev/null; exec collapse-filter' <in
  b 2
  c 3
  $ printf 'd 4' >open; : >empty; gzip -c in >packed
  $ for threads in 1 3; do
  > 	collapse-filter -j $threads open empty packed in - <open | cksum
  > done
  1208351835 16
  1208351835 16
  $ collapse-filter open empty packed in - <open
  a 2
  b 4
  c 6
  d 8
  $ printf '\n' >one; printf '\n\n\nx 1' >two; printf '\000 1\r\n\377\376 2\n' >three
  $ collapse-filter one two three
  \x00 1 (esc)
  x 1
  \xff\xfe 2 (esc)

# input-dash
A dash is a file for inferno's names of programs; Perl's go on without a file that is missing.

  $ printf 'a 1/1 [000] 1.000: 1 cycles:\n\t 1 f (x)\n\n' >-
  $ inferno-collapse-perf -
  a;f 1
  $ stackcollapse-perf.pl ./- missing ./-
  a_1/1_[000]_1.000:;f 2
  $ cat err
  stackcollapse-perf.pl: Can't open missing: No such file or directory
