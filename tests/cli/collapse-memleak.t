SPDX-License-Identifier: MIT

# mill
the last state of the program

  $ collapse-memleak "$FIXTURES/memleak/mill.txt"
  # flambeau: unit=bytes
  [unknown];std::vector<Grain, std::allocator<Grain> >::push_back(Grain const&) 96
  main;grind 4096
  $ collapse-memleak --value allocations "$FIXTURES/memleak/mill.txt"
  # flambeau: unit=allocations
  [unknown];std::vector<Grain, std::allocator<Grain> >::push_back(Grain const&) 3
  main;grind 64

# odd
files are added up; what is no block is passed over before the first one, and reported within one

  $ printf '%s\n' 'noise' '[12:00:01] Top 1 stacks with outstanding allocations:' '	x bytes in 1 allocations from stack' \
  > 	'	8 bytes in 1 allocations from stack' '	7 bytes in 2 allocations from stack' '		f' '' '		g+0x1 [m]' 'end' >in
  $ collapse-memleak in in
  # flambeau: unit=bytes
  [unknown] 16
  g;f 14
  $ printf 'noise\n' | collapse-memleak
  [1]
  $ cat err
  collapse-memleak: in:3: not understood: '?x bytes in 1 allocations from stack'
  collapse-memleak: in:9: not understood: 'end'
  collapse-memleak: in:3: not understood: '?x bytes in 1 allocations from stack'
  collapse-memleak: in:9: not understood: 'end'
  collapse-memleak: skipped 4 lines not understood
  collapse-memleak: nothing recognised in the input (1 lines)

# empty-block
a file that ends with a block without stacks

  $ sed '$!d;s/.*/[10:00:09] Top 0 stacks with outstanding allocations:/' "$FIXTURES/memleak/mill.txt" >last
  $ cat "$FIXTURES/memleak/mill.txt" last | collapse-memleak
  [1]
  $ cat err
  collapse-memleak: standard input: the last block has no stacks: nothing was outstanding then
  collapse-memleak: no stacks in the input (13 lines)
