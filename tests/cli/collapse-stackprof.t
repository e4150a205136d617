SPDX-License-Identifier: MIT

# cut-off

  $ head -c 5000 "$FIXTURES/stackprof/wall.json" | collapse-stackprof
  (garbage collection);(sweeping) 2
  <main>;<main>;StackProf.run;block in <main>;Work.run;Integer#times;Work.run;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Class#new 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Integer#times;Work.run;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Class#new 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map 2
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map;Work.blocks 3
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map;Work.blocks;Array#each 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map;Work.blocks;Array#each;Work.blocks 2
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#sort_by 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#sort_by;Array#each 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.fib;Work.fib;Work.fib;Work.fib 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;block in singleton class;String#gsub 3
  [1]
  $ cat err
  collapse-stackprof: standard input:1: a stack that does not end
  collapse-stackprof: standard input:1: the file is cut off
  collapse-stackprof: skipped 1 unfinished stack, 1 end of a file that is cut off, 7 samples that stackprof missed
  collapse-stackprof: the output is incomplete: the input is

# joined

  $ cat "$FIXTURES/stackprof/wall.json" "$FIXTURES/stackprof/wall.json" | collapse-stackprof >one
  $ collapse-stackprof "$FIXTURES/stackprof/wall.json" "$FIXTURES/stackprof/wall.json" | cmp one - && tail -n 1 one
  <main>;<main>;StackProf.run;block in <main>;Work.run;block in singleton class;String#gsub 6
  $ cat err
  collapse-stackprof: skipped 14 samples that stackprof missed
  collapse-stackprof: skipped 14 samples that stackprof missed

# opt-locations

  $ collapse-stackprof --locations "$FIXTURES/stackprof/wall.json" | tail -n 2
  <main> (work.rb);<main> (/home/dev/works/src/work.rb);StackProf.run (<cfunc>);block in <main> (/home/dev/works/src/work.rb:24);Work.run (/home/dev/works/src/work.rb:15);Work.fib (/home/dev/works/src/work.rb:10);Work.fib (/home/dev/works/src/work.rb:10);Work.fib (/home/dev/works/src/work.rb:10);Work.fib (/home/dev/works/src/work.rb:10);Work.fib (/home/dev/works/src/work.rb:10);Work.fib (/home/dev/works/src/work.rb:10);Work.fib (/home/dev/works/src/work.rb:10) 1
  <main> (work.rb);<main> (/home/dev/works/src/work.rb);StackProf.run (<cfunc>);block in <main> (/home/dev/works/src/work.rb:24);Work.run (/home/dev/works/src/work.rb:15);block in singleton class (/home/dev/works/src/work.rb:13);String#gsub (<cfunc>) 3
  $ cat err
  collapse-stackprof: skipped 7 samples that stackprof missed

# other-json

  $ printf '{"a":[1,2' | collapse-stackprof
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,,2]}' | collapse-stackprof
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,2]}' | collapse-stackprof
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-stackprof </dev/null
  [1]
  $ cat err
  collapse-stackprof: standard input: not known, passed over: member 'a'
  collapse-stackprof: standard input:1: the file is cut off
  collapse-stackprof: skipped 1 end of a file that is cut off
  collapse-stackprof: no stacks in the input (1 lines)
  collapse-stackprof: standard input: not known, passed over: member 'a'
  collapse-stackprof: standard input:1: cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-stackprof: skipped 1 remainder of a file
  collapse-stackprof: no stacks in the input (1 lines)
  collapse-stackprof: standard input: this is JSON in no known format; collapse-guess --list names the formats
  collapse-stackprof: nothing recognised: the input is empty

# raw-before-frames

  $ echo '{"raw":[2,18446744073709551615,7,3,1,7,1,0,5,1,8,4,1],"frames":{"18446744073709551615":{"name":"a;b"},"7":{"name":"","file":"/x/y.rb","line":null},"x":{"name":"odd"},"7":{"name":"twice"}}}' | collapse-stackprof
  (anonymous) (y.rb) 1
  [unknown] 4
  a:b;(anonymous) (y.rb) 3
  $ echo "exit $?"
  exit 0
  $ echo '{"frames":{"1":{"name":"f"}},"raw":[1,1,18446744073709551615,1,1,1,1,1,-4]}' | collapse-stackprof
  [1]
  $ cat err
  collapse-stackprof: standard input:1: not understood: '5'
  collapse-stackprof: standard input:1: not understood: 'x'
  collapse-stackprof: standard input:1: a stack that does not end
  collapse-stackprof: standard input:1: a frame that is not in the list of frames
  collapse-stackprof: skipped 2 lines not understood, 1 unfinished stack, 1 frame without a name
  collapse-stackprof: standard input:1: not understood: '-4'
  collapse-stackprof: standard input:1: count is too large: '1'
  collapse-stackprof: skipped 1 line not understood, 1 count that is too large
  collapse-stackprof: no output: part of the input was not understood

# wall

  $ collapse-stackprof "$FIXTURES/stackprof/wall.json"
  (garbage collection);(sweeping) 3
  <main>;<main>;StackProf.run;block in <main>;Work.run;Integer#times;Work.run;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Class#new 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Integer#times;Work.run;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Class#new 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Integer#times;Work.run;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Tree#insert;Class#new 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Array#select 5
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Array#select;Work.blocks;Array#any? 2
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Array#select;Work.blocks;Array#any?;Work.blocks 2
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Array#select;Work.blocks;Array#any?;Work.blocks;Integer#odd? 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map 3
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map;Work.blocks 5
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map;Work.blocks;Array#each 2
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#map;Range#each;Enumerable#map;Work.blocks;Array#each;Work.blocks 4
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#sort_by 3
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#sort_by;Array#each 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#sort_by;Array#each;Enumerable#sort_by 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.blocks;Enumerable#sort_by;Array#each;Enumerable#sort_by;Work.blocks 4
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.fib;Work.fib 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.fib;Work.fib;Work.fib;Work.fib 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;Work.fib;Work.fib;Work.fib;Work.fib;Work.fib;Work.fib;Work.fib 1
  <main>;<main>;StackProf.run;block in <main>;Work.run;block in singleton class;String#gsub 3
  $ cat err
  collapse-stackprof: skipped 7 samples that stackprof missed

# without-stacks

  $ echo "{\"samples\":3,\"frames\":{\"1\":{\"name\":\"f\"}}}" | collapse-stackprof
  [1]
  $ cat err
  collapse-stackprof: standard input:1: no stacks here: it was recorded without raw: true
  collapse-stackprof: skipped 1 profile without stacks
  collapse-stackprof: no output: part of the input was not understood

# samples-that-were-missed

  $ echo '{"version":1.2,"mode":"cpu","interval":1000,"samples":10,"missed_samples":3,"frames":{"1":{"name":"main"},"2":{"name":"f"}},"raw":[1,1,4,2,1,2,6]}' >in
  $ collapse-stackprof in
  main 4
  main;f 6
  $ sed 's/"missed_samples":3/"missed_samples":0/' in | collapse-stackprof --no-header
  main 4
  main;f 6
  $ cat err
  collapse-stackprof: skipped 3 samples that stackprof missed
