SPDX-License-Identifier: MIT

# crlf-and-twice

  $ sed 's/$/\r/' "$FIXTURES/ghcprof/ticks.prof" >in
  $ collapse-ghcprof --ticks in in
  # flambeau: unit=ticks
  MAIN.MAIN 12
  MAIN.MAIN;Main.main 588
  MAIN.MAIN;Main.main;Suche.größe 1800
  $ cat in in | collapse-ghcprof --ticks
  # flambeau: unit=ticks
  MAIN.MAIN 12
  MAIN.MAIN;Main.main 588
  MAIN.MAIN;Main.main;Suche.größe 1800

# half-a-thousandth
inferno drops what is less than a thousandth of the run, ours rounds it

  $ h='COST CENTRE  MODULE  SRC   no.  entries  %time %alloc   %time %alloc  ticks  bytes'
  $ row() # COST-CENTRE %TIME
  > {
  > 	printf ' %-12s Main    a.hs    2        0    %s    0.0   100.0  100.0      3    456\n' "$1" "$2"
  > }
  $ {
  > 	printf '%s\n' "$h" '' 'MAIN         MAIN    <b>     1        0    1.0    0.0   100.0  100.0      5    456'
  > 	row less 0.049
  > 	row half 0.05
  > 	row more 0.0999
  > 	row over 0.15
  > 	row under 2.39
  > 	row whole 7
  > 	row huge 99.99999999999999999999
  > 	row odd 1.05x
  > } >in
  $ for tool in collapse-ghcprof inferno-collapse-ghcprof; do
  > 	echo "# $tool"
  > 	$tool in
  > done
  # collapse-ghcprof
  MAIN.MAIN 10
  MAIN.MAIN;Main.half 1
  MAIN.MAIN;Main.huge 1000
  MAIN.MAIN;Main.more 1
  MAIN.MAIN;Main.over 2
  MAIN.MAIN;Main.under 24
  MAIN.MAIN;Main.whole 70
  # inferno-collapse-ghcprof
  MAIN.MAIN 10
  MAIN.MAIN;Main.huge 1000
  MAIN.MAIN;Main.over 1
  MAIN.MAIN;Main.under 23
  MAIN.MAIN;Main.whole 70
  $ cat err
  collapse-ghcprof: in:11: not understood: ' odd          Main    a.hs    2        0    1.05x    0.0   100.0  100.0      3    456'
  collapse-ghcprof: skipped 1 line not understood
  inferno-collapse-ghcprof: in:11: not understood: ' odd          Main    a.hs    2        0    1.05x    0.0   100.0  100.0      3    456'
  inferno-collapse-ghcprof: skipped 1 line not understood

# nothing

  $ printf "COST CENTRE MODULE SRC %%time %%alloc\n\nmain Main a.hs 1 2\n" >in
  $ inferno-collapse-ghcprof in
  $ echo "exit $?"
  exit 0
  $ collapse-ghcprof in
  [1]
  $ cat err
  collapse-ghcprof: nothing recognised in the input (3 lines)

# odd-rows

  $ h='COST CENTRE  MODULE  SRC   no.  entries  %time %alloc   %time %alloc  ticks  bytes'
  $ printf '%s\n' "$h" '' \
  > 	'MAIN         MAIN    <b>     1        0    1.0    0.0   100.0  100.0      5    456' \
  > 	'   far       Main    a.hs    2        0    2.0    0.0   100.0  100.0  1234567890    456' \
  > 	' my centre   Main    a.hs    2        0    3.0    0.0   100.0  100.0      6    456' \
  > 	' longer-than-its-column Main a.hs  2   0    4.0    0.0   100.0  100.0      7    456' \
  > 	' a;b         Main    a b c   2        0    5.0    0.0   100.0  100.0      8    456' \
  > 	' few         Main    1 2 3' ' x Main a.hs 2 0 1.0 0.0 1 1 no 1' '' 'MAIN MAIN x 1 0 9 9 9 9 9 9' | tee in | collapse-ghcprof --ticks
  # flambeau: unit=ticks
  MAIN.MAIN 5
  MAIN.MAIN;Main.a:b 8
  MAIN.MAIN;Main.far 1234567890
  MAIN.MAIN;Main.longer-than-its-column 7
  MAIN.MAIN;Main.my centre 6
  $ echo "exit $?"
  exit 0
  $ collapse-ghcprof in
  MAIN.MAIN 10
  MAIN.MAIN;Main.a:b 50
  MAIN.MAIN;Main.far 20
  MAIN.MAIN;Main.longer-than-its-column 40
  MAIN.MAIN;Main.my centre 30
  $ collapse-ghcprof --strict in
  [1]
  $ cat err
  collapse-ghcprof: standard input:8: not understood: ' few         Main    1 2 3'
  collapse-ghcprof: standard input:9: not understood: ' x Main a.hs 2 0 1.0 0.0 1 1 no 1'
  collapse-ghcprof: standard input:4: more than one level below the row before it: 'Main.far'
  collapse-ghcprof: skipped 2 lines not understood, 1 row that skips levels
  collapse-ghcprof: in:8: not understood: ' few         Main    1 2 3'
  collapse-ghcprof: in:9: not understood: ' x Main a.hs 2 0 1.0 0.0 1 1 no 1'
  collapse-ghcprof: in:4: more than one level below the row before it: 'Main.far'
  collapse-ghcprof: skipped 2 lines not understood, 1 row that skips levels
  collapse-ghcprof: in:8: not understood: ' few         Main    1 2 3'
  collapse-ghcprof: in:9: not understood: ' x Main a.hs 2 0 1.0 0.0 1 1 no 1'
  collapse-ghcprof: in:4: more than one level below the row before it: 'Main.far'
  collapse-ghcprof: skipped 2 lines not understood, 1 row that skips levels
  collapse-ghcprof: no output: part of the input was not understood

# opt-bytes

  $ inferno-collapse-ghcprof --bytes "$FIXTURES/ghcprof/ticks.prof"
  MAIN.MAIN 512
  MAIN.MAIN;Main.CAF 456000
  MAIN.MAIN;Main.main 3000000000
  MAIN.MAIN;Main.main;Suche.größe 6000000000

# opt-conflict

  $ collapse-ghcprof --ticks --bytes "$FIXTURES/ghcprof/ticks.prof"
  [2]
  $ cat err
  collapse-ghcprof: options '--ticks' and '--bytes' exclude each other

# opt-ticks

  $ collapse-ghcprof --ticks "$FIXTURES/ghcprof/ticks.prof"
  # flambeau: unit=ticks
  MAIN.MAIN 6
  MAIN.MAIN;Main.main 294
  MAIN.MAIN;Main.main;Suche.größe 900

# opt-ticks-without

  $ collapse-ghcprof --ticks <"$FIXTURES/ghcprof/words.prof"
  [1]
  $ cat err
  collapse-ghcprof: standard input:20: no column with the values to count: 'COST CENTRE     MODULE                SRC                    no.     entries  %time %alloc   %time %alloc'
  collapse-ghcprof: skipped 1 table without that column
  collapse-ghcprof: no output: part of the input was not understood

# opt-time

  $ collapse-ghcprof --time "$FIXTURES/ghcprof/ticks.prof"
  MAIN.MAIN 5
  MAIN.MAIN;Main.main 245
  MAIN.MAIN;Main.main;Suche.größe 750

# words

  $ collapse-ghcprof "$FIXTURES/ghcprof/words.prof"
  MAIN.MAIN;Main.CAF;Main.main 24
  MAIN.MAIN;Main.CAF;Main.main;Main.fib 24
  MAIN.MAIN;Main.CAF;Main.main;Main.insert 224
  MAIN.MAIN;Main.CAF;Main.main;Main.mutualA;Main.mutualB;Main.<+> 12
  MAIN.MAIN;Main.CAF;Main.main;Main.size 12
  MAIN.MAIN;Main.CAF;Main.main;Main.words' 35
  MAIN.MAIN;Main.CAF;Main.main;Main.words';Main.words'.\ 671
