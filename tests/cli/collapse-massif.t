SPDX-License-Identifier: MIT

# peak
the peak's tree; its sum is what the snapshot says

  $ collapse-massif "$FIXTURES/massif/tree.out" >out && cat out
  # flambeau: unit=bytes
  main;cache;cache;cache;cache;cache;grow 102400
  main;cache;cache;cache;grow 102400
  main;load;grow 98304
  $ awk '{ sum += $NF } END { print sum }' out
  303104
  $ sed -n '/^#---/ { N; s/.*\n//; x; s/.*// }; /^mem_heap_B=/ h; /^heap_tree=peak/ { x; p }' "$FIXTURES/massif/tree.out"
  mem_heap_B=303104

# snapshots

  $ cp "$FIXTURES/massif/tree.out" in
  $ collapse-massif --snapshot 2 in
  [1]
  $ collapse-massif --lines in
  # flambeau: unit=bytes
  main (tree.c:15);cache (tree.c:14);cache (tree.c:14);cache (tree.c:14);cache (tree.c:14);cache (tree.c:14);grow (tree.c:12) 102400
  main (tree.c:15);cache (tree.c:14);cache (tree.c:14);cache (tree.c:14);grow (tree.c:12) 102400
  main (tree.c:15);load (tree.c:13);grow (tree.c:12) 98304
  $ collapse-massif --snapshot 77 in
  [1]
  $ echo "exit $?"
  exit 1

without a peak the largest one, and what has no name is its module

  $ printf '%s\n' 'snapshot=0' 'mem_heap_B=5' 'heap_tree=detailed' 'n1: 5 (heap)' ' n0: 5 0x1: small (a.c:1)' \
  > 	'snapshot=1' 'mem_heap_B=9' 'heap_tree=detailed' 'n2: 9 (heap)' ' n1: 7 0x2: ??? (in /usr/lib/libc.so.6)' \
  > 	'  n0: 7 0x3: f(int (*)(int)) (b.cc:2)' ' n0: 2 in 3 places, all below massif'"'"'s threshold (1.00%)' | collapse-massif
  # flambeau: unit=bytes
  [below threshold] 2
  f(int (*)(int));[/usr/lib/libc.so.6] 7
  $ cat err
  collapse-massif: in:76: no such snapshot with a tree in this file; there are: '4, 5'
  collapse-massif: no output: part of the input was not understood
  collapse-massif: in:76: no such snapshot with a tree in this file; there are: '4, 5'
  collapse-massif: no output: part of the input was not understood
