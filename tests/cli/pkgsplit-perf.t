SPDX-License-Identifier: MIT

# samples
packages of Java are frames, native names stay as they are, equal samples are added up

  $ cat >in <<'END'
  > # header
  > java 15862 [022] 31507.900000:   10101010 cpu-clock:      7fa3c41e7d82 Lorg/acme/Out$Lambda12;::emit (/tmp/perf-12604.map)
  > java 15862 [022] 31507.910000:   10101010 cpu-clock:      7fa3c41e7d82 Lorg/acme/Out$Lambda34;::emit (/tmp/perf-12604.map)
  > my app 7/8 [000] 3.500000: cpu-clock:  4005d0 Loader::look;up(int) (/tmp/a b/c (deleted))
  > swapper 0 [002] 3.600000: cpu-clock:  ffffffff81 native_safe_halt+0x6 ([kernel.kallsyms])
  > swapper 0 [002] 3.700000: cpu-clock:  ffffffff81 cpu_idle_loop ([kernel.kallsyms])
  > what is this
  > END
  $ pkgsplit-perf in
  java;org;acme;Out$LambdaXX;::emit 2
  my_app;Loader::look:up(int) 1
  swapper;cpu_idle_loop 1
  $ pkgsplit-perf.pl <in 2>/dev/null
  java;org;acme;Out$LambdaXX;::emit 2
  my_app;Loader::look:up(int) 1
  swapper;cpu_idle_loop 1
  $ pkgsplit-perf --strict in
  [1]
  $ cat err
  pkgsplit-perf: in:7: not understood: 'what is this'
  pkgsplit-perf: skipped 1 line not understood, 1 sample of an idle processor
  pkgsplit-perf: in:7: not understood: 'what is this'
  pkgsplit-perf: skipped 1 line not understood, 1 sample of an idle processor
  pkgsplit-perf: no output: part of the input was not understood
