SPDX-License-Identifier: MIT

# allocations

  $ collapse-vtune-mc "$FIXTURES/vtune-mc/render.csv"
  # flambeau: unit=allocations
  Total();_start(render);main(render) 4
  Total();_start(render);main(render);load(render);parse(librender, v2.so) 3
  Total();_start(render);main(render);std::vector<int, std::allocator<int> >::push_back(int const&)(render) 17
  Total();_start(render);main(render);std::vector<int, std::allocator<int> >::push_back(int const&)(render);operator new(libstdc++.so.6) 2
  Total();clone(libc.so.6) 1

# more-columns
of the module only its column

  $ printf '%s\n' 'Function Stack,Allocations:Self,Module,Source File' 'main,3,app,a.c' | collapse-vtune-mc --no-header
  main(app) 3

# no-such-column

  $ printf '%s\n' 'Function Stack,CPU Time:Self,Module' main,1,app | collapse-vtune-mc
  [1]
  $ cat err
  collapse-vtune-mc: standard input: this is the top-down tree of Intel VTune Profiler; try: ... | collapse-vtune

# nothing

  $ stackcollapse-vtune-mc.pl </dev/null
  $ echo "exit $?"
  exit 0
  $ collapse-vtune-mc </dev/null
  [1]
  $ cat err
  collapse-vtune-mc: nothing recognised: the input is empty

# odd-rows

  $ printf '%s\n' 'Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module' root,1,2,3,m '  far,1,2,4,m' ' "f<x,1,2,3,y>",1,2,5,"lib, x.so"' ' g,1,2,6,lib, x.so' 'war: not at top' ' short,1' ' h,1,1,some,m' | tee in | collapse-vtune-mc
  # flambeau: unit=allocations
  root(m) 3
  root(m);f<x,1,2,3,y>(lib, x.so) 5
  root(m);far(m) 4
  root(m);g(lib, x.so) 6
  $ echo "exit $?"
  exit 0
  $ collapse-vtune-mc --strict in
  [1]
  $ cat err
  collapse-vtune-mc: standard input:7: not understood: ' short,1'
  collapse-vtune-mc: standard input:3: more than one level below the row before it: 'far(m)'
  collapse-vtune-mc: standard input:8: cannot be counted: ' h,1,1,some,m'
  collapse-vtune-mc: skipped 1 line not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-vtune-mc: in:7: not understood: ' short,1'
  collapse-vtune-mc: in:3: more than one level below the row before it: 'far(m)'
  collapse-vtune-mc: in:8: cannot be counted: ' h,1,1,some,m'
  collapse-vtune-mc: skipped 1 line not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-vtune-mc: no output: part of the input was not understood

# opt-size

  $ collapse-vtune-mc --size "$FIXTURES/vtune-mc/render.csv" | tee out
  # flambeau: unit=bytes
  Total();_start(render);main(render) 2048
  Total();_start(render);main(render);load(render);parse(librender, v2.so) 96
  Total();_start(render);main(render);std::vector<int, std::allocator<int> >::push_back(int const&)(render) 65536
  Total();_start(render);main(render);std::vector<int, std::allocator<int> >::push_back(int const&)(render);operator new(libstdc++.so.6) 4096.5
  Total();clone(libc.so.6) 288
  $ stackcollapse-vtune-mc.pl -s "$FIXTURES/vtune-mc/render.csv" | cmp out -
  out - differ: char 1, line 1
  [1]

# twice

  $ collapse-vtune-mc "$FIXTURES/vtune-mc/render.csv" - <"$FIXTURES/vtune-mc/render.csv" | tail -n 1
  Total();clone(libc.so.6) 2
  $ cat "$FIXTURES/vtune-mc/render.csv" "$FIXTURES/vtune-mc/render.csv" | collapse-vtune-mc | tail -n 1
  Total();clone(libc.so.6) 2
