SPDX-License-Identifier: MIT

# huge

  $ printf '%s\n' 'Full stacks' '5% == (18446744073709551616 samples)' ' 1: a' '5% == (1 samples)' ' 1: b' | collapse-wcp
  [1]
  $ cat err
  collapse-wcp: standard input:2: count is too large: '18446744073709551616'
  collapse-wcp: skipped 1 count that is too large
  collapse-wcp: no output: part of the input was not understood

# no-locations

  $ collapse-wcp --no-locations "$FIXTURES/wcp/report.txt"
  main;parse(int: char);?? 18
  main;runForever;poll 17194
  main;write 18

# no-marker

  $ printf '%s\n' '5% == (7 samples)' ' 1: a' | collapse-wcp
  [1]
  $ cat err
  collapse-wcp: nothing recognised in the input (2 lines)

# report

  $ collapse-wcp "$FIXTURES/wcp/report.txt"
  main   (at /src/main.nim:12);runForever   (at /src/asyncloop.nim:401);poll   (at /src/asyncloop.nim:343) 17194
  main   (at /src/main.nim:14);parse(int: char)   (at /src/parse.nim:7);?? 18
  main   (at /src/main.nim:15);write   (at /src/out.nim:3) 18

# without-count

  $ printf '%s\n' 'Full stacks' '5% == (7 samples)' ' 1: a' 'noise' ' 2: b' '' ' 1: c' '' '5% == (9 samples)' '6% == (8 samples)' ' 1: d;e' | tee in | stackcollapse-wcp.pl
  b;a 7
  d:e 8
  $ echo "exit $?"
  exit 0
  $ collapse-wcp --strict in
  [1]
  $ cat err
  stackcollapse-wcp.pl: standard input:4: not understood: 'noise'
  stackcollapse-wcp.pl: standard input:8: a stack that does not end
  stackcollapse-wcp.pl: skipped 1 line not understood, 1 unfinished stack
  collapse-wcp: in:4: not understood: 'noise'
  collapse-wcp: in:8: a stack that does not end
  collapse-wcp: skipped 1 line not understood, 1 unfinished stack
  collapse-wcp: no output: part of the input was not understood
