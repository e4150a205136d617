SPDX-License-Identifier: MIT

# samples

  $ collapse-eflame "$FIXTURES/eflame/mill.txt"
  <0.104.0>;proc_lib:init_p/5;gen_server:loop/7 1
  <0.91.0>;mill:start/2;SLEEP 1
  <0.91.0>;mill:start/2;mill_srv:loop/1 2
  <0.91.0>;mill:start/2;mill_srv:loop/1;lists:sort/1 1

# damaged

  $ printf '%s\n' '<0.1.0>;a' 'no process' '<0.1>;a' '<0.1.0>;a 7' '' '<0.1.0>;' '<0.2.0>;a;;b' | collapse-eflame
  <0.1.0>;[unknown] 1
  <0.1.0>;a 1
  <0.2.0>;a;[unknown];b 1
  $ cat err
  collapse-eflame: standard input:2: not understood: 'no process'
  collapse-eflame: standard input:3: not understood: '<0.1>;a'
  collapse-eflame: standard input:4: not understood: '<0.1.0>;a 7'
  collapse-eflame: skipped 3 lines not understood

# recognised
lines with counts are folded text

  $ collapse-guess --identify "$FIXTURES/eflame/mill.txt"
  eflame           folded stacks from eflame, of Erlang processes
  $ collapse-eflame "$FIXTURES/eflame/mill.txt" | collapse-guess --identify
  folded           folded stacks, sorted and summed up
