SPDX-License-Identifier: MIT

# traces

  $ collapse-async-profiler "$FIXTURES/async-profiler/traces.txt"
  # flambeau: unit=ns
  [unknown] 10000000
  mill.Main.main;mill.Stone.grind;java.lang.StringLatin1.inflate 1000000000
  mill.Main.main;mill.Stone.grind;mill.Stone.turn_[j] 2000000000
  $ collapse-async-profiler --count "$FIXTURES/async-profiler/traces.txt"
  [unknown] 1
  mill.Main.main;mill.Stone.grind;java.lang.StringLatin1.inflate 100
  mill.Main.main;mill.Stone.grind;mill.Stone.turn_[j] 200

# units
traces of another unit cannot be added; their samples can

  $ printf '%s\n' '--- 7 ns (50.00%), 2 samples' '  [ 0] f' '' '--- 512 bytes (50.00%), 1 sample' '  [ 0] f' >in
  $ collapse-async-profiler in
  # flambeau: unit=ns
  f 7
  $ collapse-async-profiler --count in
  f 3
  $ collapse-async-profiler --strict -q in
  [1]
  $ cat err
  collapse-async-profiler: in:4: a trace of another unit than the first one: 'bytes'
  collapse-async-profiler: skipped 1 trace of another unit
  collapse-async-profiler: no output: part of the input was not understood

# table
a table of functions has no stacks

  $ sed '/^---/d; /^  \[/d' "$FIXTURES/async-profiler/traces.txt" >in
  $ collapse-async-profiler in
  [1]
  $ collapse-guess --identify in
  async-profiler   folded stacks from call traces of async-profiler
  $ cat err
  collapse-async-profiler: in:13: a table of functions has no stacks: record with -o collapsed, jfr or traces
  collapse-async-profiler: skipped 1 table without stacks
  collapse-async-profiler: no output: part of the input was not understood

# damaged

  $ printf '%s\n' '  [ 0] lost' '--- 7 ns (50.00%), 2 samples' '  [ 0] f' '  f' '  [ 1] g' '--- x ns (50.00%), 2 samples' '--- 99999999999999999999 ns (50.00%), 2 samples' '  [ 0] f' |
  > 	collapse-async-profiler
  [1]
  $ cat err
  collapse-async-profiler: standard input:1: not understood: '  [ 0] lost'
  collapse-async-profiler: standard input:4: not understood: '  f'
  collapse-async-profiler: standard input:6: not understood: '--- x ns (50.00%), 2 samples'
  collapse-async-profiler: standard input:7: count is too large: '99999999999999999999'
  collapse-async-profiler: skipped 3 lines not understood, 1 count that is too large
  collapse-async-profiler: no output: part of the input was not understood

# recognised

  $ collapse-guess --identify "$FIXTURES/async-profiler/traces.txt"
  async-profiler   folded stacks from call traces of async-profiler

# samples-that-were-skipped

  $ cat >in <<'EOF'
  > --- Execution profile ---
  > Total samples       : 3
  > unknown_Java        : 1 (33.33%)
  > skipped             : 7 (70.00%)
  >
  > --- 2000000 ns (66.67%), 2 samples
  >   [ 0] read
  >   [ 1] skipped : 3
  >
  > EOF
  $ collapse-async-profiler in
  # flambeau: unit=ns
  skipped : 3;read 2000000
  $ cat err
  collapse-async-profiler: skipped 7 samples that async-profiler skipped
