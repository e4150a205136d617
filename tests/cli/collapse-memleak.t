SPDX-License-Identifier: MIT

# libbpf
what memleak of libbpf-tools prints, with single allocations (-a), and cut off by Ctrl-C

  $ collapse-memleak --strict <<'END'
  > Tracing outstanding memory allocs...  Hit Ctrl-C to end
  > [10:00:05] Top 1 stacks with outstanding allocations:
  > 4 bytes in 1 allocations from stack
  > 	0 [<0000558508caa1e5>] old+0x25 [/opt/mill]
  > ^C[10:00:10] Top 2 stacks with outstanding allocations:
  > 4096 bytes in 64 allocations from stack
  > 	addr = 0x7f8f704732b0 size = 64
  > 	0 [<00007f05944c098c>] _Znwm+0x1c [/usr/lib/libstdc++.so.6]
  > 	1 [<0000558508caa1bb>] Mill::operator[](int)+0x12 [/opt/mill]
  > 	2 [<00007f0594212d90>] [/usr/lib/libc.so.6]
  > 	3 [<b515dd6bd2425100>] <null sym>
  > 16 bytes in 2 allocations from stack
  > 	0 [<0000558508caa1e5>] main+0x25 [/opt/mill]
  > done
  > END
  # flambeau: unit=bytes
  [unknown];[unknown];Mill::operator[](int);_Znwm 4096
  main 16

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

# pasted
a terminal has blanks for tabs

  $ expand "$FIXTURES/memleak/mill.txt" | collapse-memleak --strict
  # flambeau: unit=bytes
  [unknown];std::vector<Grain, std::allocator<Grain> >::push_back(Grain const&) 96
  main;grind 4096
