SPDX-License-Identifier: MIT

# exact

  $ f='"shared":{"frames":[{"name":"f"},{"name":"g"}]}'
  $ echo "{$f,\"profiles\":[{\"unit\":\"none\",\"startValue\":0,\"endValue\":55340232221128654845,\"samples\":[[0],[1],[1]],\"weights\":[18446744073709551615,9007199254740992,1]}]}" | collapse-speedscope
  f 18446744073709551615
  g 9007199254740993
  $ echo "{$f,\"profiles\":[{\"unit\":\"bytes\",\"samples\":[[0],[1],[1]],\"weights\":[1e3,0.000000001,2.5E-1]}]}" | collapse-speedscope
  # flambeau: unit=bytes
  f 1000
  g 0.250000001
  $ echo "{$f,\"profiles\":[{\"unit\":\"none\",\"samples\":[[0],[1],[1]],\"weights\":[18446744073709551615,1,0.5]}]}" | collapse-speedscope
  [1]
  $ echo "exit $?"
  exit 1
  $ echo "{$f,\"profiles\":[{\"unit\":\"nanoseconds\",\"samples\":[[0],[1]],\"weights\":[18446744073709551615,-1]}]}" | collapse-speedscope --ns
  # flambeau: unit=ns
  f 18446744073709551615
  $ echo "{$f,\"profiles\":[{\"unit\":\"none\",\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0.5},{\"type\":\"C\",\"frame\":0,\"at\":3}]}]}" | collapse-speedscope
  f 2.5
  $ cat err
  collapse-speedscope: standard input:1: count is too large
  collapse-speedscope: skipped 1 count that is too large
  collapse-speedscope: no output: part of the input was not understood
  collapse-speedscope: standard input:1: cannot be counted: '-1'
  collapse-speedscope: skipped 1 value that cannot be counted

# exported

  $ printf ';a;\377\001"\\</x>\360\237\230\200\303;\355\262\200 18446744073709551615\n\t\\udc80;b 9007199254740993\n' >in
  $ collapse-filter in >before
  $ export-speedscope before >out.json
  $ collapse-speedscope out.json | cmp - before && echo same
  same
  $ collapse-guess -q out.json | cmp - before && echo same
  same
  $ printf 'main;read 3\n' >one
  $ printf 'main;read 0.25\n' >two
  $ export-speedscope one two | collapse-speedscope
  main;read 3.25
  $ export-speedscope one two | collapse-speedscope --thread-names
  one;main;read 3
  two;main;read 0.25

# exported-units

  $ for unit in none bytes nanoseconds microseconds milliseconds seconds; do
  > 	printf 'main 1500\n' | export-speedscope --unit $unit >out.json
  > 	collapse-speedscope out.json
  > 	collapse-speedscope --ns out.json
  > done
  main 1500
  main 1500
  # flambeau: unit=bytes
  main 1500
  # flambeau: unit=bytes
  main 1500
  # flambeau: unit=us
  main 2
  # flambeau: unit=ns
  main 1500
  # flambeau: unit=us
  main 1500
  # flambeau: unit=ns
  main 1500000
  # flambeau: unit=us
  main 1500000
  # flambeau: unit=ns
  main 1500000000
  # flambeau: unit=us
  main 1500000000
  # flambeau: unit=ns
  main 1500000000000

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in closed ladder; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" speedscope $kind 400000 >in
  > 	collapse-speedscope in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-speedscope 2>/dev/null | cmp - out
  > 	collapse-speedscope --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == closed
  1788 3202308
  collapse-speedscope: skipped 6061 unfinished stacks, 4272 stacks beyond what the size of the input allows
  collapse-speedscope: no output: part of the input was not understood
  == ladder
  1787 3198730
  collapse-speedscope: skipped 1 unfinished stack, 5598 stacks beyond what the size of the input allows
  collapse-speedscope: no output: part of the input was not understood

# joined

  $ cat "$FIXTURES/speedscope/threads.json" "$FIXTURES/speedscope/threads.json" | collapse-speedscope --ns --thread-names >one
  $ collapse-speedscope --ns --thread-names "$FIXTURES/speedscope/threads.json" "$FIXTURES/speedscope/threads.json" | cmp one - && tail -n 1 one
  worker 2;main;write 1000002000

# odd-events

  $ echo '{"shared":{"frames":[{"name":"a"},{"name":"b"},{"name":"c"}]},"profiles":[{"unit":"none","endValue":100,"events":[
  > {"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":10},{"type":"O","frame":2,"at":20},{"type":"C","frame":1,"at":30},{"type":"C","frame":2,"at":35},
  > {"type":"C","frame":0,"at":40},{"type":"O","frame":1,"at":60},{"type":"x","frame":0,"at":60},{"type":"O","at":60},{"type":"O","frame":2,"at":50}]}]}' | collapse-speedscope
  a 20
  a;b 10
  a;b;c 10
  b;c 40
  $ cat err
  collapse-speedscope: standard input:3: not understood
  collapse-speedscope: standard input:3: not understood
  collapse-speedscope: standard input:2: a stack that does not end
  collapse-speedscope: standard input:2: a stack that does not end
  collapse-speedscope: standard input:3: a stack that does not end
  collapse-speedscope: standard input:3: cannot be counted
  collapse-speedscope: skipped 2 lines not understood, 3 unfinished stacks, 1 value that cannot be counted

# odd-samples

  $ echo '{"shared":{"frames":[{"name":"f"},{"name":""}]},"profiles":[{"unit":"none","samples":[[0,1],[0,9],[],[0,"x"],[0],[0]],"weights":[1,2,3,4,-5]},
  > {"samples":[[0]],"weights":[1,2],"unit":"none"},{"weights":[1],"unit":"seconds"}]}' | collapse-speedscope
  f 5
  f;(anonymous) 1
  f;[unknown] 2
  $ cat err
  collapse-speedscope: standard input:1: not understood: 'x'
  collapse-speedscope: standard input:1: cannot be counted
  collapse-speedscope: standard input:1: cannot be counted: '-5'
  collapse-speedscope: standard input:2: a profile of another unit than the first one: 'seconds'
  collapse-speedscope: standard input:2: a frame that is not in the list of frames
  collapse-speedscope: standard input:1: the numbers of samples and weights differ
  collapse-speedscope: standard input:2: the numbers of samples and weights differ
  collapse-speedscope: standard input:2: the numbers of samples and weights differ
  collapse-speedscope: skipped 1 line not understood, 2 values that cannot be counted, 1 profile of another unit, 1 frame without a name, 3 profiles with samples or weights that do not match

# opt-locations

  $ collapse-speedscope --locations "$FIXTURES/speedscope/threads.json"
  # flambeau: unit=us
  main (src/main.rs:4) 500749
  main (src/main.rs:4);(anonymous) (src/odd.rs:3) 500000
  main (src/main.rs:4);parse (src/parse.rs:17) 1250
  main (src/main.rs:4);parse (src/parse.rs:17);Vec<T>::push (/rustc/alloc/vec.rs:900) 2500
  main (src/main.rs:4);write (src/write.rs) 508001

# opt-ns

  $ collapse-speedscope --ns "$FIXTURES/speedscope/threads.json"
  # flambeau: unit=ns
  main 500748600
  main;(anonymous) (odd.rs:3) 500000000
  main;parse 1250400
  main;parse;Vec<T>::push 2500000
  main;write 508001000

# opt-thread-names

  $ collapse-speedscope --thread-names "$FIXTURES/speedscope/threads.json"
  # flambeau: unit=us
  worker 1;main 750
  worker 1;main;parse 1250
  worker 1;main;parse;Vec<T>::push 2500
  worker 1;main;write 8000
  worker 2;main 499999
  worker 2;main;(anonymous) (odd.rs:3) 500000
  worker 2;main;write 500001

# other-json

  $ printf '{"a":[1,2' | collapse-speedscope
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,,2]}' | collapse-speedscope
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,2]}' | collapse-speedscope
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-speedscope </dev/null
  [1]
  $ cat err
  collapse-speedscope: standard input: not known, passed over: member 'a'
  collapse-speedscope: standard input:1: the file is cut off
  collapse-speedscope: skipped 1 end of a file that is cut off
  collapse-speedscope: no stacks in the input (1 lines)
  collapse-speedscope: standard input: not known, passed over: member 'a'
  collapse-speedscope: standard input:1: cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-speedscope: skipped 1 remainder of a file
  collapse-speedscope: no stacks in the input (1 lines)
  collapse-speedscope: standard input: this is JSON in no known format; collapse-guess --list names the formats
  collapse-speedscope: nothing recognised: the input is empty

# own

  $ frames='"shared":{"frames":[{"name":"a\u0001;\n"},{"name":""},{"name":"\udcff\udc41\ud83d\ude00"}]}'
  $ profiles='"profiles":[{"unit":"none","samples":[[0,1,2]],"weights":[1]}]'
  $ for exporter in 'flambeau 0.3.0' speedscope@1.0.0; do
  > 	printf '%s\n' "{\"exporter\":\"$exporter\",$frames,$profiles}" | collapse-speedscope | LC_ALL=C od -c -An
  > done
     a 001   :       ;   ; 377 355 261 201 360 237 230 200       1
    \n
     a       :   ;   (   a   n   o   n   y   m   o   u   s   )   ;
   355 263 277 355 261 201 360 237 230 200       1  \n
  $ printf '%s\n' "{\"exporter\":\"flambeau 1\",$frames,$profiles}{$frames,$profiles}" | collapse-speedscope | LC_ALL=C od -c -An
     a 001   :       ;   ; 377 355 261 201 360 237 230 200       1
    \n   a       :   ;   (   a   n   o   n   y   m   o   u   s   )
     ; 355 263 277 355 261 201 360 237 230 200       1  \n

# threads

  $ collapse-speedscope "$FIXTURES/speedscope/threads.json"
  # flambeau: unit=us
  main 500749
  main;(anonymous) (odd.rs:3) 500000
  main;parse 1250
  main;parse;Vec<T>::push 2500
  main;write 508001

# units

  $ f='"shared":{"frames":[{"name":"f"}]}'
  $ for unit in none bytes nanoseconds microseconds milliseconds seconds other; do
  > 	echo "{$f,\"profiles\":[{\"unit\":\"$unit\",\"samples\":[[0],[0]],\"weights\":[1,2.5]}]}" >in
  > 	collapse-speedscope in
  > 	collapse-speedscope --ns in
  > done
  f 3.5
  f 3.5
  # flambeau: unit=bytes
  f 3.5
  # flambeau: unit=bytes
  f 3.5
  # flambeau: unit=us
  # flambeau: unit=ns
  f 4
  # flambeau: unit=us
  f 4
  # flambeau: unit=ns
  f 3500
  # flambeau: unit=us
  f 3500
  # flambeau: unit=ns
  f 3500000
  # flambeau: unit=us
  f 3500000
  # flambeau: unit=ns
  f 3500000000
  f 3.5
  f 3.5
  $ echo "{$f,\"profiles\":[{\"samples\":[[0],[0]]},{\"weights\":[1,2.5],\"samples\":[[0],[0]]}]}" | collapse-speedscope
  f 5.5
  $ echo "{$f,\"profiles\":[{\"unit\":\"bytes\",\"samples\":[[0]],\"weights\":[7]},{\"unit\":\"seconds\",\"samples\":[[0]],\"weights\":[1]}]}" | collapse-speedscope
  # flambeau: unit=bytes
  f 7
  $ cat err
  collapse-speedscope: standard input:1: a profile of another unit than the first one: 'seconds'
  collapse-speedscope: skipped 1 profile of another unit

# unit-behind
the unit and the name may stand behind the values: keys in the order of the alphabet

  $ printf '%s' '{"profiles":[{"endValue":10.5,"events":[{"at":0.0,"frame":0,"type":"O"},{"at":0.5,"frame":1,"type":"O"},' \
  > 	'{"at":8.25,"frame":1,"type":"C"},{"at":10.5,"frame":0,"type":"C"}],"name":"main","startValue":0,"type":"evented","unit":"milliseconds"},' \
  > 	'{"name":"pool","samples":[[0],[0,1]],"type":"sampled","weights":[1.5,2],"unit":"milliseconds"}],' \
  > 	'"shared":{"frames":[{"name":"loop"},{"name":"work"}]}}' >in
  $ collapse-speedscope --strict --ns in
  # flambeau: unit=ns
  loop 4250000
  loop;work 9750000
  $ collapse-speedscope -q --thread-names in
  # flambeau: unit=us
  main;loop 2750
  main;loop;work 7750
  pool;loop 1500
  pool;loop;work 2000
  $ collapse-speedscope -q --labels time=1ms in
  # flambeau: unit=us
  @time=0.000;loop 2000
  @time=0.000;loop;work 7750
  @time=0.001;loop;work 2000
  @time=0.008;loop 2250
