SPDX-License-Identifier: MIT

# cprofile
own times add up; a function that calls itself, two callers of a function

  $ collapse-pstats "$FIXTURES/pstats/mill.prof"
  # flambeau: event=wall
  # flambeau: unit=ns
  main (mill/__main__.py:3) 2359296
  main (mill/__main__.py:3);<built-in method builtins.sorted> 1179648
  main (mill/__main__.py:3);a:b (wheat.py:5) 589824
  main (mill/__main__.py:3);a:b (wheat.py:5);grind (stone.py:12) 393216
  main (mill/__main__.py:3);a:b (wheat.py:5);grind (stone.py:12);<built-in method builtins.sorted> 196608
  main (mill/__main__.py:3);grind (stone.py:12) 3145728
  main (mill/__main__.py:3);grind (stone.py:12);<built-in method builtins.sorted> 1572864
  $ collapse-pstats --no-header "$FIXTURES/pstats/mill.prof" | awk '{ sum += $NF } END { printf "%d\n", sum }'
  9437184
  $ collapse-pstats --no-header "$FIXTURES/pstats/mill.prof" "$FIXTURES/pstats/mill.prof" | awk '{ sum += $NF } END { printf "%d\n", sum }'
  18874368

# versions
needs: python3
of marshal, Python 2 with its references among them

  $ for version in 0 1 2 3 4; do
  > 	python3 -B "$TESTS/system/recordings/pstats.py" cprofile $version >in
  > 	collapse-pstats in >one
  > 	collapse-pstats "$FIXTURES/pstats/mill.prof" | cmp - one && echo same
  > done
  same
  same
  same
  same
  same

# halves
needs: python3
half a ns is rounded to an even number of them

  $ python3 -B "$TESTS/system/recordings/pstats.py" halves | collapse-pstats --no-header
  <built-in method builtins.sorted> 3
  a:b (wheat.py:5) 2
  grind (stone.py:12) 2

# calls-alone
profile knows no time of a caller

  $ collapse-pstats "$FIXTURES/pstats/python2.prof"
  # flambeau: event=wall
  # flambeau: unit=ns
  main (mill/__main__.py:3) 2359296
  main (mill/__main__.py:3);<built-in method builtins.sorted> 1179648
  main (mill/__main__.py:3);a:b (wheat.py:5) 589824
  main (mill/__main__.py:3);a:b (wheat.py:5);grind (stone.py:12) 393216
  main (mill/__main__.py:3);a:b (wheat.py:5);grind (stone.py:12);<built-in method builtins.sorted> 196608
  main (mill/__main__.py:3);grind (stone.py:12) 3145728
  main (mill/__main__.py:3);grind (stone.py:12);<built-in method builtins.sorted> 1572864

# sampled
counts of samples

  $ cp "$FIXTURES"/pstats/* .
  $ collapse-pstats --header sampled.prof
  # flambeau: unit=samples
  main (mill/__main__.py:3) 1
  main (mill/__main__.py:3);<built-in method builtins.sorted> 4
  main (mill/__main__.py:3);grind (stone.py:12) 12
  main (mill/__main__.py:3);grind (stone.py:12);<built-in method builtins.sorted> 3
  $ collapse-pstats sampled.prof mill.prof
  [1]
  $ cat err
  collapse-pstats: mill.prof: samples cannot be added to times: collapse each separately
  collapse-pstats: no output: part of the input was not understood

# opt-value

  $ cp "$FIXTURES"/pstats/* .
  $ collapse-pstats --value calls mill.prof
  # flambeau: unit=calls
  a:b (wheat.py:5) 1
  grind (stone.py:12) 5
  grind (stone.py:12);<built-in method builtins.sorted> 1
  main (mill/__main__.py:3) 1
  main (mill/__main__.py:3);<built-in method builtins.sorted> 2
  main (mill/__main__.py:3);a:b (wheat.py:5) 1
  main (mill/__main__.py:3);grind (stone.py:12) 7
  main (mill/__main__.py:3);grind (stone.py:12);<built-in method builtins.sorted> 1
  $ collapse-pstats --value seconds mill.prof
  [2]
  $ cat err
  collapse-pstats: option '--value' has no value 'seconds': it is one of time, calls; try 'collapse-pstats --help'

# opt-least

  $ cp "$FIXTURES"/pstats/* .
  $ collapse-pstats --no-header --least 20 mill.prof
  main (mill/__main__.py:3) 2359296
  main (mill/__main__.py:3);<built-in method builtins.sorted> 1179648
  main (mill/__main__.py:3);a:b (wheat.py:5) 1179648
  main (mill/__main__.py:3);grind (stone.py:12) 3145728
  main (mill/__main__.py:3);grind (stone.py:12);<built-in method builtins.sorted> 1572864
  $ collapse-pstats --no-header --least x mill.prof
  [2]
  $ cat err
  collapse-pstats: option '--least' cannot take 'x': a percentage is expected; try 'collapse-pstats --help'

# guessed

  $ cp "$FIXTURES"/pstats/* .
  $ collapse-guess --no-header sampled.prof | head -n 1
  main (mill/__main__.py:3) 1
  $ collapse-perf sampled.prof
  [1]
  $ cat err
  collapse-guess: sampled.prof looks like pstats
  collapse-perf: sampled.prof: this is Python's cProfile (pstats); try: collapse-pstats sampled.prof

# err-damaged
cut at any byte, with a byte behind it, and objects that no such file has

  $ cp "$FIXTURES"/pstats/* .
  $ size=$(wc -c <mill.prof)
  $ for n in $(seq 1 5 $((size - 1))); do
  > 	head -c $n mill.prof | collapse-pstats -q >out 2>err && echo "$n: exit 0"
  > 	grep -c . out
  > done | sort | uniq -c
       95 0
  $ (cat mill.prof; echo) | collapse-pstats
  [1]
  $ printf '{\251\3r\0\0\0\0r\0\0\0\0r\0\0\0\0N0' | collapse-pstats -q
  [1]
  $ printf '{\251\3u\1\0\0\0ai\1\0\0\0u\1\0\0\0b\251\5i\1\0\0\0i\1\0\0\0g\0\0\0\0\0\0\370\177g\0\0\0\0\0\0\360\177{00' | collapse-pstats
  [1]
  $ cat err
  collapse-pstats: standard input: no file of pstats, or cut off; dump one with python3 -m cProfile -o FILE
  collapse-pstats: no output: part of the input was not understood
  collapse-pstats: standard input: no file of pstats, or cut off; dump one with python3 -m cProfile -o FILE
  collapse-pstats: no output: part of the input was not understood
  collapse-pstats: standard input:1: cannot be counted
  collapse-pstats: skipped 1 value that cannot be counted
  collapse-pstats: no stacks in the input
