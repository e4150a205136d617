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
  collapse-heaptrack: standard input:1: not understood: '5 apples from'
  collapse-heaptrack: skipped 1 line not understood
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
  collapse-heaptrack: no stacks in the input (184 lines)
  collapse-heaptrack: option '--value' has no value 'most': it is one of peak, allocations, leaked, temporary, allocated; try 'collapse-heaptrack --help'

# recording
what heaptrack itself writes

  $ f=$FIXTURES/heaptrack/recording.txt
  $ collapse-heaptrack --header all "$f"
  # flambeau: unit=bytes
  # flambeau: command=./shop
  0x7f5bb7b46b9f;_dl_init;call_init;call_init;0x7f5bb76a57b9 72704
  _start;__libc_start_main_impl;__libc_start_call_main;main;sell;order 129
  _start;__libc_start_main_impl;__libc_start_call_main;main;stock;order 6225
  $ for value in allocations leaked temporary allocated; do
  >   echo "== $value"
  >   collapse-heaptrack --no-header --value $value "$f"
  > done
  == allocations
  0x7f5bb7b46b9f;_dl_init;call_init;call_init;0x7f5bb76a57b9 1
  _start;__libc_start_main_impl;__libc_start_call_main;main;price;price;price;price;stock;order 1
  _start;__libc_start_main_impl;__libc_start_call_main;main;sell;order 40
  _start;__libc_start_main_impl;__libc_start_call_main;main;stock;order 50
  == leaked
  _start;__libc_start_main_impl;__libc_start_call_main;main;price;price;price;price;stock;order 199
  _start;__libc_start_main_impl;__libc_start_call_main;main;stock;order 1445
  == temporary
  _start;__libc_start_main_impl;__libc_start_call_main;main;sell;order 40
  == allocated
  0x7f5bb7b46b9f;_dl_init;call_init;call_init;0x7f5bb76a57b9 72704
  _start;__libc_start_main_impl;__libc_start_call_main;main;price;price;price;price;stock;order 199
  _start;__libc_start_main_impl;__libc_start_call_main;main;sell;order 4480
  _start;__libc_start_main_impl;__libc_start_call_main;main;stock;order 6225
  $ collapse-guess --identify "$f"
  heaptrack        folded stacks from what heaptrack and heaptrack_print write
  $ cat "$FIXTURES/heaptrack/tree.txt" >text
  $ collapse-heaptrack --no-header "$f" text "$f" | tail -n 2
  main;cache;cache;cache;grow 102400
  main;load;grow 90110

# recording-counts
a kind whose bytes were never the most, a free that does not follow its allocation, strings without a length

  $ printf '%s\n' 'v 10200' 's main' 's f' 'i 10 0 1 0 0' 'i 20 0' 't 1 0' 't 2 1' 'a 10 1' 'a 20 2' 'a 0 2' \
  >   '+ 0' '- 0' '+ 1' '+ 0' 'c 5' '- 0' '- 1' '+ 2' >r
  $ collapse-heaptrack --no-header r
  main 16
  main;0x20 32
  $ collapse-heaptrack --no-header --value temporary r
  main 2
  $ collapse-heaptrack --no-header --value allocated r
  main 32
  main;0x20 32
  $ collapse-heaptrack --no-header --value allocations r
  main 2
  main;0x20 2

# recording-damage
lines that refer to what is not there, a file that ends early, one without names

  $ f=$FIXTURES/heaptrack/recording.txt
  $ sed 's/^t a 9/t a 99/; s/^s 4 sell/s 6 sell/; s/^a c7 .*/a c7 fff/; s/^R .*/? 5/' "$f" | collapse-heaptrack --no-header
  0x7f5bb7b46b9f;_dl_init;call_init;call_init;0x7f5bb76a57b9 72704
  [unknown] 6225
  _start;__libc_start_main_impl;__libc_start_call_main;main;[unknown];order 129
  $ (cat "$f"; echo '- ffff'; echo '- 0'; echo '+ zz'; echo 'strange') | collapse-heaptrack --no-header --value leaked
  _start;__libc_start_main_impl;__libc_start_call_main;main;price;price;price;price;stock;order 199
  _start;__libc_start_main_impl;__libc_start_call_main;main;stock;order 1445
  $ head -n 60 "$f" | collapse-heaptrack --no-header
  0x7f5bb7b46b9f;_dl_init;call_init;call_init;0x7f5bb76a57b9 72704
  _start;__libc_start_main_impl;__libc_start_call_main;main;stock;order 615
  $ printf 'v 10400 3\nx f ./program\nm 1 2\n' | collapse-heaptrack
  [1]
  $ printf 'v 10500 3\nX ./program\n' | collapse-heaptrack
  [1]
  $ cat err
  collapse-heaptrack: standard input:48: not understood: 't a 99'
  collapse-heaptrack: standard input:151: not understood: 's 6 sell'
  collapse-heaptrack: standard input:330: not understood: 'a c7 fff'
  collapse-heaptrack: standard input:334: not understood: '? 5'
  collapse-heaptrack: skipped 4 lines not understood
  collapse-heaptrack: standard input:338: not understood: '- ffff'
  collapse-heaptrack: standard input:339: not understood: '- 0'
  collapse-heaptrack: standard input:340: not understood: '+ zz'
  collapse-heaptrack: standard input:341: not understood: 'strange'
  collapse-heaptrack: skipped 4 lines not understood
  collapse-heaptrack: standard input:2: no names in it: run heaptrack --analyze, or heaptrack_interpret: 'x f ./program'
  collapse-heaptrack: skipped 1 file without names
  collapse-heaptrack: no output: part of the input was not understood
  collapse-heaptrack: no stacks in the input (2 lines)
