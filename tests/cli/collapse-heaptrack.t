SPDX-License-Identifier: MIT

# leaked

  $ collapse-heaptrack --value leaked "$FIXTURES/heaptrack/leaks.txt"
  # flambeau: unit=bytes
  main;phase_a;recurse;leaf_big 10920000
  main;phase_a;recurse;recurse;recurse;recurse;recurse;recurse;recurse;leaf_big 10940000
  main;phase_b;grow 7200000

# too-large
amounts beyond 2^64-1, headings of nothing known, counts that are none

  $ input="$FIXTURES/heaptrack/tree.txt"
  $ sed -n '83,110{s/^102.40K consumed/18446744073709552T consumed/;p;}' "$input" | collapse-heaptrack
  [1]
  $ { echo '5 apples from'; echo '7 calls with no heading from:'; sed -n 83,110p "$input"; } | collapse-heaptrack
  # flambeau: unit=bytes
  cache;cache;cache;cache;grow 102400
  main;cache;cache;cache;grow 102400
  $ printf 'a;b; 5\na;b; 99999999999999999999\na;c x\n' | collapse-heaptrack
  a;b 5
  $ cat err
  collapse-heaptrack: standard input:5: count is too large: ' consumed over 1 calls'
  collapse-heaptrack: standard input:18: count is too large: ' consumed over 1 calls'
  collapse-heaptrack: skipped 2 counts that are too large
  collapse-heaptrack: no output: part of the input was not understood
  collapse-heaptrack: standard input:2: not understood: 'a;b; 99999999999999999999'
  collapse-heaptrack: skipped 1 line not understood

# values

  $ for value in peak allocations leaked temporary; do
  > 	echo "== $value"
  > 	collapse-heaptrack --value $value "$FIXTURES/heaptrack/tree.txt"
  > done
  == peak
  # flambeau: unit=bytes
  0x7fdcb36adb9f;_dl_init;call_init;call_init;0x7fdcb32a57b9 72700
  [other places];grow 8190
  main;cache;cache;cache;cache;cache;grow 102400
  main;cache;cache;cache;grow 102400
  main;load;grow 90110
  == allocations
  # flambeau: unit=allocations
  0x7fdcb36adb9f;_dl_init;call_init;call_init;0x7fdcb32a57b9 1
  [other places];grow 1
  main;cache;cache;cache;cache;cache;grow 1
  main;cache;cache;cache;grow 1
  main;load;grow 3
  == leaked
  == temporary
  # flambeau: unit=allocations
  0x7fdcb36adb9f;_dl_init;call_init;call_init;0x7fdcb32a57b9 1
  $ echo '== folded'
  == folded
  $ collapse-heaptrack "$FIXTURES/heaptrack/tree.folded"
  0x7fdcb36adb9f (rtld.c);_dl_init (dl-init.c);call_init (dl-init.c);call_init (dl-init.c);0x7fdcb32a57b9 1
  main (tree.c);cache (tree.c);cache (tree.c);cache (tree.c);cache (tree.c);cache (tree.c);grow (tree.c) 1
  main (tree.c);cache (tree.c);cache (tree.c);cache (tree.c);grow (tree.c) 1
  main (tree.c);load (tree.c);grow (tree.c) 4
  $ collapse-heaptrack --value most "$FIXTURES/heaptrack/tree.txt"
  [2]
  $ cat err
  collapse-heaptrack: nothing recognised in the input (184 lines)
  collapse-heaptrack: option '--value' has no value 'most': it is one of peak, allocations, leaked, temporary; try 'collapse-heaptrack --help'

# recording
what heaptrack itself writes is not what is read, and heaptrack_print makes that of it

  $ printf 'v 10500 3\nX ./program\nI 1000 5e2991\ns f ./program\n' >heaptrack.program.1.zst; collapse-heaptrack heaptrack.program.1.zst; echo $?
  1
  $ printf 'v 10400 3\nx f ./program\n' | collapse-guess; echo $?
  1
  $ cat err
  collapse-heaptrack: heaptrack.program.1.zst: this is what heaptrack records; try: heaptrack_print -l 1 heaptrack.program.1.zst | collapse-heaptrack | flamegraph > out.svg
  collapse-guess: standard input: this is what heaptrack records; try: heaptrack_print -l 1 FILE | collapse-heaptrack | flamegraph > out.svg
