SPDX-License-Identifier: MIT

# trees

  $ collapse-julia "$FIXTURES/julia/mill.txt"
  _start();repl_main;main();grind(stone::Stone, n::Int64) 4
  _start();repl_main;main();grind(stone::Stone, n::Int64);+ 20
  _start();repl_main;main();grind(stone::Stone, n::Int64);[unknown];grind(stone::Stone, n::Int64);grind(stone::Stone, n::Int64);macro expansion 11
  _start();repl_main;main();grind(stone::Stone, n::Int64);[unknown];grind(stone::Stone, n::Int64);grind(stone::Stone, n::Int64);rest(stone::Stone) 8
  _start();repl_main;main();grind(stone::Stone, n::Int64);turn(: by::Int64) 12
  _start();repl_main;main();push!(a::Vector{Any}, item::Any) 3
  $ collapse-julia --locations "$FIXTURES/julia/mill.txt" | tail -n 2
  _start() (@Base/client.jl:541);repl_main (@Base/client.jl:567);main() (mill.jl:31);grind(stone::Stone, n::Int64) (mill.jl:12);[unknown];grind(stone::Stone, n::Int64) (mill.jl:14);grind(stone::Stone, n::Int64) (mill.jl:12);rest(stone::Stone) (mill.jl:16) 8
  _start() (@Base/client.jl:541);repl_main (@Base/client.jl:567);main() (mill.jl:31);grind(stone::Stone, n::Int64) (mill.jl:12);turn(: by::Int64) (C:\mill\stone.jl:7) 12
  $ collapse-julia --header "$FIXTURES/julia/mill.txt" | head -n 1
  # flambeau: unit=samples

# threads
A tree for each, below its total.

  $ collapse-julia "$FIXTURES/julia/threads.txt"
  main();grind(stone::Stone, n::Int64) 9
  task_done_hook(t::Task);wait();poptask(W::Base.InvasiveLinkedListSynchronized{Task}) 7

# rows that are not printed
Their snapshots stay in the graph.

  $ printf 'Overhead ╎ [+additional indent] Count File:Line; Function\n  ╎40 a.jl:5; main\n  ╎ 38 a.jl:7; f\n11╎  11 a.jl:9; g\nTotal snapshots: 40. Utilization: 100%%\n' >cut
  $ collapse-julia cut
  main 2
  main;f 27
  main;f;g 11
  $ sed 's/: 40/: 41/; s/; g/; g(x::Vecto…/' cut | collapse-julia | head -n 1
  main 2
  $ cat err
  collapse-julia: kept 29 snapshots of rows that were not printed (maxdepth, mincount, noisefloor), counted in the rows above them
  collapse-julia: standard input:5: the total is not the sum of the outermost rows: 'Total snapshots: 41. Utilization: 100%'
  collapse-julia: kept 29 snapshots of rows that were not printed (maxdepth, mincount, noisefloor), counted in the rows above them, 1 total that is not the sum of its rows, 1 name cut at the width of the terminal: print with IOContext(io, :displaysize => (24, 1000))

# Julia 1.11, other layouts

  $ printf 'Overhead ╎ [+additional indent] Count File:Line  Function\n ╎5 @Base/a b.jl:5  main\n5╎ 5 none:1\nTotal snapshots: 5 (100%% utilization across all threads and tasks)\n' | collapse-julia --locations
  main (@Base/a b.jl:5);[unknown] (none:1) 5

# not understood

  $ printf 'Overhead ╎ [+additional indent] Count File:Line; Function\n  ╎40 a.jl:5; main\n  x╎40 a.jl:5; x\n 9╎ 4 a.jl:5; own above its count\n ...\n40╎ 40\n40╎  +x 40 f\n40╎   40 deep\nTotal snapshots: 40\njulia> after\n' | collapse-julia
  main;deep 40
  $ cat err
  collapse-julia: standard input:3: not understood: '  x╎40 a.jl:5; x'
  collapse-julia: standard input:4: not understood: ' 9╎ 4 a.jl:5; own above its count'
  collapse-julia: standard input:5: not understood: ' ...'
  collapse-julia: standard input:6: not understood: '40╎ 40'
  collapse-julia: standard input:7: not understood: '40╎  +x 40 f'
  collapse-julia: standard input:8: more than one level below the row before it: 'deep'
  collapse-julia: skipped 5 lines not understood, 1 row that skips levels

# flat

  $ printf ' Count  Overhead File                    Line Function\n =====  ======== ====                    ==== ========\n   577         0 @Base/a.jl      1 main\nTotal snapshots: 577.\n' >flat
  $ collapse-julia flat
  [1]
  $ collapse-guess flat
  [1]
  $ cat err
  collapse-julia: flat:1: a list of functions has no stacks: print the tree, Profile.print(format = :tree): ' Count  Overhead File                    Line Function'
  collapse-julia: skipped 1 list without stacks
  collapse-julia: no output: part of the input was not understood
  collapse-guess: flat looks like julia
  collapse-guess: flat:1: a list of functions has no stacks: print the tree, Profile.print(format = :tree): ' Count  Overhead File                    Line Function'
  collapse-guess: skipped 1 list without stacks
  collapse-guess: no output: part of the input was not understood

# recognised

  $ collapse-guess --identify "$FIXTURES/julia/mill.txt" "$FIXTURES/julia/threads.txt"
  julia            folded stacks from Julia's Profile

# a-buffer-that-was-full

  $ cat >in <<'EOF'
  > ┌ Warning: The profile data buffer is full; profiling probably terminated
  > │ before your program finished. To profile for longer runs, call
  > │ `Profile.init()` with a larger buffer and/or larger delay.
  > └ @ Profile /usr/share/julia/stdlib/v1.11/Profile/src/Profile.jl:1296
  > Overhead ╎ [+additional indent] Count File:Line  Function
  > =========================================================
  >    ╎12 a.jl:552  main()
  >  12╎ 12 a.jl:3  f(x::Int64)
  > Total snapshots: 12. Utilization: 100%
  > EOF
  $ collapse-julia in
  main();f(x::Int64) 12
  $ cat err
  collapse-julia: in:1: the buffer of the profiler was full, so samples are missing
