SPDX-License-Identifier: MIT

# samples

  $ collapse-rprof "$FIXTURES/rprof/mill.out"
  main;say "hi";[.data.frame 1
  main;sum;<GC> 1
  main;turn;grind 2
  $ collapse-rprof --time "$FIXTURES/rprof/mill.out"
  # flambeau: unit=us
  main;say "hi";[.data.frame 20000
  main;sum;<GC> 20000
  main;turn;grind 40000
  $ collapse-rprof --lines "$FIXTURES/rprof/mill.out"
  main (mill.R:12);sum (mill.R:9);<GC> 1
  main (mill.R:12);turn (stone:old.R:7);grind (mill.R:3) 1
  main (mill.R:12);turn (stone:old.R:7);grind (mill.R:4) 1
  main;say "hi";[.data.frame 1
  $ collapse-rprof --header "$FIXTURES/rprof/mill.out" | head -n 1
  # flambeau: unit=samples

# intervals
each file has its own, and its own files

  $ printf 'sample.interval=500\n"f" \n' >other
  $ collapse-rprof --time --no-header "$FIXTURES/rprof/mill.out" other | grep -v main
  f 500
  $ printf 'line profiling: sample.interval=500\n#File 1: a.R\n1#2 "f" 9#1 "main" \n' >third
  $ collapse-rprof --lines "$FIXTURES/rprof/mill.out" third | grep a.R
  main;f (a.R:2) 1
  $ printf '"f" "main"\n' | collapse-rprof --time
  [1]
  $ cat err
  collapse-rprof: standard input:1: a sample without an interval in front of it: '"f" "main"'
  collapse-rprof: skipped 1 sample without an interval
  collapse-rprof: no stacks in the input (1 lines)

# damaged

  $ printf 'sample.interval=500\n"f" "main\n:1:2:\n:1:2:3:4:\n#File 7: x\nf g\n"f" x\n"a;b" "main" \n' | collapse-rprof
  main;a:b 1
  $ cat err
  collapse-rprof: standard input:2: not understood: '"f" "main'
  collapse-rprof: standard input:3: not understood: ':1:2:'
  collapse-rprof: standard input:4: not understood: ':1:2:3:4:'
  collapse-rprof: standard input:5: not understood: '#File 7: x'
  collapse-rprof: standard input:6: not understood: 'f g'
  collapse-rprof: standard input:7: not understood: '"f" x'
  collapse-rprof: skipped 6 lines not understood

# recognised

  $ collapse-guess --identify "$FIXTURES/rprof/mill.out"
  rprof            folded stacks from R's Rprof
