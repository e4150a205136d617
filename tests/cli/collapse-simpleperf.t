SPDX-License-Identifier: MIT

# samples

  $ cp "$FIXTURES/simpleperf/shop.bin" .
  $ collapse-simpleperf --header shop.bin
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: lost=3
  [unknown] 250000
  __libc_init;main;[libc.so <0x50>];do_idle 500000
  __libc_init;main;org.example.Shop.price 250000
  __libc_init;main;sell:all 250000
  $ collapse-simpleperf --no-header --list-events shop.bin
  cpu-clock 4
  sched:sched_switch 1
  $ collapse-simpleperf --event-filter sched:sched_switch shop.bin
  # flambeau: event=sched:sched_switch
  # flambeau: unit=ns
  # flambeau: lost=3
  __libc_init;main;[libshop.so <0x20>] 90000
  $ collapse-simpleperf -q --event-filter cpu-clock --count shop.bin
  [unknown] 1
  __libc_init;main;[libc.so <0x50>];do_idle 1
  __libc_init;main;org.example.Shop.price 1
  __libc_init;main;sell:all 1
  $ collapse-simpleperf --event-filter cycles shop.bin
  [1]
  $ collapse-guess --identify shop.bin
  simpleperf       folded stacks from simpleperf report-sample --protobuf
  $ cat err
  collapse-simpleperf: shop.bin: left out samples of other events: sched:sched_switch (1); --event-filter selects
  collapse-simpleperf: skipped 3 samples that simpleperf lost
  collapse-simpleperf: skipped 3 samples that simpleperf lost
  collapse-simpleperf: shop.bin: left out samples of other events: cpu-clock (4); --event-filter selects
  collapse-simpleperf: skipped 3 samples that simpleperf lost
  collapse-simpleperf: shop.bin: no event cycles; samples of events: cpu-clock (4), sched:sched_switch (1)
  collapse-simpleperf: skipped 3 samples that simpleperf lost
  collapse-simpleperf: no output: part of the input was not understood

# frames

  $ f=$FIXTURES/simpleperf/cpu.bin
  $ collapse-simpleperf --no-header --kernel --jit "$f"
  [unknown] 250000
  __libc_init;main;[libc.so <0x50>];do_idle_[k] 500000
  __libc_init;main;org.example.Shop.price_[j] 250000
  __libc_init;main;sell:all 250000
  $ collapse-simpleperf --no-header --thread-names "$f"
  Worker;__libc_init;main;org.example.Shop.price 250000
  example.shop;__libc_init;main;[libc.so <0x50>];do_idle 500000
  example.shop;__libc_init;main;sell:all 250000
  tid 90;[unknown] 250000
  $ cat err
  collapse-simpleperf: skipped 3 samples that simpleperf lost
  collapse-simpleperf: skipped 3 samples that simpleperf lost

# labels

  $ f=$FIXTURES/simpleperf/cpu.bin
  $ collapse-simpleperf --no-header --labels all "$f"
  @time=0.00;@comm=example.shop;@event=cpu-clock;@pid=70;@thread=example.shop;@tid=70;__libc_init;main;sell:all 250000
  @time=0.24;@comm=example.shop;@event=cpu-clock;@pid=70;@thread=Worker;@tid=71;__libc_init;main;org.example.Shop.price 250000
  @time=0.50;@comm=example.shop;@event=cpu-clock;@pid=70;@thread=example.shop;@tid=70;__libc_init;main;[libc.so <0x50>];do_idle 500000
  @time=0.74;@event=cpu-clock;@tid=90;[unknown] 250000
  $ collapse-simpleperf -q --list-labels "$f"
  time 4
  comm 1
  event 1
  pid 1
  thread 2
  tid 3
  $ cat err
  collapse-simpleperf: skipped 3 samples that simpleperf lost

# damage
an end that is missing, a record that is cut off, bytes that are no record, a file that is missing

  $ f=$FIXTURES/simpleperf/cpu.bin
  $ head -c $(($(wc -c <"$f") - 4)) "$f" | collapse-simpleperf --no-header
  [unknown] 250000
  __libc_init;main;[libc.so <0x50>];do_idle 500000
  __libc_init;main;org.example.Shop.price 250000
  __libc_init;main;sell:all 250000
  [1]
  $ head -c 300 "$f" | collapse-simpleperf --no-header
  [unknown] 250000
  [unknown];[unknown];[unknown] 500000
  [unknown];[unknown];[unknown];[unknown] 500000
  [1]
  $ (head -c 12 "$f"; printf '\3\0\0\0\12\77\0'; tail -c +13 "$f") | collapse-simpleperf --no-header
  [unknown] 250000
  __libc_init;main;[libc.so <0x50>];do_idle 500000
  __libc_init;main;org.example.Shop.price 250000
  __libc_init;main;sell:all 250000
  $ (head -c 12 "$f"; printf '\0\0\0\0') | collapse-simpleperf
  [1]
  $ (printf 'SIMPLEPERF\2\0'; tail -c +13 "$f") | collapse-simpleperf
  [1]
  $ printf 'sample:\n  event_type: cpu-clock\n' | collapse-simpleperf
  [1]
  $ printf 'SLOW\2' | collapse-simpleperf
  [1]
  $ collapse-simpleperf </dev/null
  [1]
  $ cp "$f" . && collapse-stap cpu.bin
  [1]
  $ cat err
  collapse-simpleperf: skipped 1 end of a file that is cut off, 3 samples that simpleperf lost
  collapse-simpleperf: the output is incomplete: the input is
  collapse-simpleperf: skipped 1 end of a file that is cut off
  collapse-simpleperf: kept 10 frames of files that do not exist, shown as [unknown]
  collapse-simpleperf: the output is incomplete: the input is
  collapse-simpleperf: skipped 1 damaged record, 3 samples that simpleperf lost
  collapse-simpleperf: no stacks in the input
  collapse-simpleperf: standard input: of another version of simpleperf report-sample than 1
  collapse-simpleperf: no output: part of the input was not understood
  collapse-simpleperf: standard input: this is text of simpleperf report-sample; add --protobuf, for collapse-simpleperf
  collapse-simpleperf: standard input: this is a method trace of ART; open it in Android Studio or the Firefox Profiler
  collapse-simpleperf: standard input: the input is empty
  collapse-simpleperf: no output: part of the input was not understood
  collapse-stap: cpu.bin: this is simpleperf report-sample --protobuf; try: collapse-simpleperf cpu.bin

# files-that-follow

  $ f=$FIXTURES/simpleperf
  $ collapse-simpleperf -q --no-header "$f/cpu.bin" "$f/shop.bin" >two
  $ cat "$f/cpu.bin" "$f/shop.bin" | collapse-simpleperf -q --no-header | cmp - two
  $ (cat "$f/cpu.bin"; echo text) | collapse-simpleperf --no-header
  [unknown] 250000
  __libc_init;main;[libc.so <0x50>];do_idle 500000
  __libc_init;main;org.example.Shop.price 250000
  __libc_init;main;sell:all 250000
  $ cat err
  collapse-simpleperf: skipped 1 damaged record, 3 samples that simpleperf lost
