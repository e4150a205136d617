SPDX-License-Identifier: MIT

# profile
counts by line and discriminator from the beginning of the function, inlined functions nested, callees by their share

  $ . "$FIXTURES/cli/export-lines/lines.sh"
  $ program
  $ recording here here between called
  $ export-pgo --trust-files --binary program perf.data
  outer:3:1
   3: 1
   2: inner:2
    3: 2
  main:1:1
   2: 1 outer:1
  $ export-pgo --trust-files --binary /elsewhere/program perf.data perf.data
  outer:6:2
   3: 2
   2: inner:4
    3: 4
  main:2:2
   2: 2 outer:2

a long recording is scaled to what the compiler tells apart; what was sampled stays

  $ PERIOD=7000000000 recording here here between called && mv perf.data long.data
  $ recording early && mv perf.data short.data
  $ export-pgo --trust-files --binary program long.data short.data
  outer:1500000000:500000000
   3: 500000000
   2: inner:1000000000
    3: 1000000000
  main:500000000:500000000
   2: 500000000 outer:500000000
  early:1:1
   2: 1

# read-by-llvm
needs: llvm-profdata

  $ . "$FIXTURES/cli/export-lines/lines.sh"
  $ program
  $ recording here here between called
  $ export-pgo --trust-files --binary program -o out.prof perf.data
  $ llvm-profdata merge --sample --text -o - out.prof
  outer:3:1
   3: 1
   2: inner:2
    3: 2
  main:1:1
   2: 1 outer:1

# wrong
what is wrong is said

  $ . "$FIXTURES/cli/export-lines/lines.sh"
  $ program
  $ recording here
  $ export-pgo perf.data
  [2]
  $ export-pgo --trust-files --binary other perf.data
  [1]
  $ strip -g program
  $ export-pgo --trust-files --binary program perf.data
  [1]
  $ printf 'p 1 1.0: 1 cycles:\n\t1 f (x)\n\n' | export-pgo --binary program
  [1]
  $ cat err
  export-pgo: which program is compiled? --binary PROGRAM names it
  export-pgo: no sample is in other
  export-pgo: no sample in program has a line: compile it with -g (clang: -g1 -fdebug-info-for-profiling)
  export-pgo: the input is no recording of perf (perf.data): texts have no addresses of files
