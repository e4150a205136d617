SPDX-License-Identifier: MIT

# samples

  $ cp "$FIXTURES/perfetto/shop.pftrace" .
  $ collapse-perfetto --header shop.pftrace
  # flambeau: lost=5
  Run 2
  Wait 1
  main;Shop.price;do_idle 1
  main;[libshop.so <0x30>] 1
  main;outer;inlined 1
  main;sell:all 1
  $ collapse-perfetto -q --kernel --jit --thread-names shop.pftrace
  Binder:1;main;Shop.price_[j];do_idle_[k] 1
  Binder:1;main;[libshop.so <0x30>] 1
  Compositor;Run 2
  Compositor;Wait 1
  tid 70;main;outer;inlined 1
  tid 70;main;sell:all 1
  $ collapse-perfetto -q --process-names shop.pftrace
  org.example.shop;main;Shop.price;do_idle 1
  org.example.shop;main;[libshop.so <0x30>] 1
  org.example.shop;main;outer;inlined 1
  org.example.shop;main;sell:all 1
  pid 80;Run 2
  pid 80;Wait 1
  $ collapse-guess --identify shop.pftrace
  perfetto         folded stacks from traces of Perfetto (experimental)
  $ cat err
  collapse-perfetto: shop.pftrace: left out heap profiles (3); --heap live counts their bytes
  collapse-perfetto: skipped 1 sample that the recorder left out, 5 records that the kernel lost

# heap

  $ f=$FIXTURES/perfetto/heap.pftrace
  $ collapse-perfetto "$f"
  # flambeau: event=live
  # flambeau: unit=bytes
  start 100
  start;malloc_all 2500
  $ collapse-perfetto --heap allocated --no-header --process-names --thread-names "$f"
  pid 90;start 64
  pid 90;start;malloc_all 4000
  pid 91;start 300
  $ cp "$FIXTURES/perfetto/shop.pftrace" .
  $ collapse-perfetto --heap live shop.pftrace
  # flambeau: event=live
  # flambeau: unit=bytes
  start 100
  start;malloc_all 2500
  $ cat err
  collapse-perfetto: shop.pftrace: left out samples of callstacks (8): heap profiles are counted

# both
needs: gzip

What is counted of the first trace is counted of all.

  $ cp "$FIXTURES/perfetto/shop.pftrace" "$FIXTURES/perfetto/heap.pftrace" .
  $ python3 -B "$INPUTS/make.py" packed > packed.pftrace
  $ collapse-perfetto --no-header packed.pftrace heap.pftrace
  Run 2
  Wait 1
  main;Shop.price;do_idle 1
  main;[libshop.so <0x30>] 1
  main;outer;inlined 1
  main;sell:all 1
  $ collapse-perfetto heap.pftrace packed.pftrace
  # flambeau: event=live
  # flambeau: unit=bytes
  start 100
  start;malloc_all 2500
  $ python3 -B "$INPUTS/make.py" spans > spans.pftrace
  $ collapse-perfetto shop.pftrace spans.pftrace
  [1]
  $ collapse-perfetto --no-header heap.pftrace shop.pftrace
  start 200
  start;malloc_all 5000
  $ cat err
  collapse-perfetto: heap.pftrace: left out heap profiles (3); --heap live counts their bytes
  collapse-perfetto: skipped 1 sample that the recorder left out, 5 records that the kernel lost
  collapse-perfetto: packed.pftrace: left out samples of callstacks (8): heap profiles are counted
  collapse-perfetto: spans.pftrace: neither samples nor heap profiles in this trace; its spans are not read: open it in ui.perfetto.dev
  collapse-perfetto: shop.pftrace: left out heap profiles (3); --heap live counts their bytes
  collapse-perfetto: skipped 1 sample that the recorder left out, 5 records that the kernel lost
  collapse-perfetto: no output: part of the input was not understood
  collapse-perfetto: shop.pftrace: left out samples of callstacks (8): heap profiles are counted

# labels

  $ collapse-perfetto -q --labels all "$FIXTURES/perfetto/shop.pftrace"
  @time=0.00;@comm=org.example.shop;@cpu=2;@pid=70;@tid=70;main;sell:all 1
  @time=0.24;@comm=org.example.shop;@cpu=2;@pid=70;@thread=Binder:1;@tid=71;main;Shop.price;do_idle 1
  @time=0.50;@comm=org.example.shop;@cpu=2;@pid=70;@thread=Binder:1;@tid=71;main;[libshop.so <0x30>] 1
  @time=0.74;@comm=org.example.shop;@cpu=2;@pid=70;@tid=70;main;outer;inlined 1
  @time=1.00;@pid=80;@thread=Compositor;@tid=81;Run 1
  @time=1.24;@pid=80;@thread=Compositor;@tid=81;Run 1
  @time=1.24;@pid=80;@thread=Compositor;@tid=81;Wait 1
  $ collapse-perfetto -q --labels pid,comm "$FIXTURES/perfetto/heap.pftrace"
  # flambeau: event=live
  # flambeau: unit=bytes
  @pid=90;start;malloc_all 2500
  @pid=91;start 100
  $ collapse-perfetto -q --list-labels "$FIXTURES/perfetto/shop.pftrace"
  time 6
  comm 1
  cpu 1
  pid 2
  thread 2
  tid 3

# spans
needs: gzip

  $ python3 -B "$INPUTS/make.py" spans > spans.pftrace
  $ collapse-perfetto spans.pftrace
  [1]
  $ python3 -B "$INPUTS/make.py" > shop.pftrace
  $ head -c 610 shop.pftrace > cut.pftrace
  $ collapse-perfetto --heap live cut.pftrace
  [1]
  $ cp "$FIXTURES/pprof/go-cpu.pb.gz" .
  $ collapse-perfetto shop.pftrace go-cpu.pb.gz
  [1]
  $ collapse-perfetto < /dev/null
  [1]
  $ cat err
  collapse-perfetto: spans.pftrace: neither samples nor heap profiles in this trace; its spans are not read: open it in ui.perfetto.dev
  collapse-perfetto: no output: part of the input was not understood
  collapse-perfetto: cut.pftrace: no heap profile in this trace; without --heap its samples are counted
  collapse-perfetto: skipped 1 damaged packet
  collapse-perfetto: no output: part of the input was not understood
  collapse-perfetto: go-cpu.pb.gz: no trace of Perfetto
  collapse-perfetto: shop.pftrace: left out heap profiles (3); --heap live counts their bytes
  collapse-perfetto: skipped 1 sample that the recorder left out, 5 records that the kernel lost
  collapse-perfetto: no output: part of the input was not understood
  collapse-perfetto: standard input: the input is empty
  collapse-perfetto: no output: part of the input was not understood

# packed
needs: gzip

  $ python3 -B "$INPUTS/make.py" packed | collapse-perfetto -q
  Run 2
  Wait 1
  main;Shop.price;do_idle 1
  main;[libshop.so <0x30>] 1
  main;outer;inlined 1
  main;sell:all 1

# damaged

  $ python3 -B "$INPUTS/make.py" damaged | collapse-perfetto
  Run 2
  Wait 1
  [unknown] 2
  main;Shop.price;do_idle 1
  main;[libshop.so <0x30>] 1
  main;outer;inlined 1
  main;sell:all 1
  [1]
  $ python3 -B "$INPUTS/make.py" damaged | collapse-perfetto --strict
  [1]
  $ head -c 610 "$FIXTURES/perfetto/shop.pftrace" | collapse-perfetto
  Run 2
  Wait 1
  main;Shop.price;do_idle 1
  main;[libshop.so <0x30>] 1
  main;outer;inlined 1
  main;sell:all 1
  [1]
  $ cat err
  collapse-perfetto: skipped 1 damaged packet, 1 compressed packet that cannot be decompressed, 1 sample that the recorder left out, 5 records that the kernel lost
  collapse-perfetto: kept 1 sample of a callstack that does not exist, shown as [unknown], 1 frame that does not exist, shown as [unknown]
  collapse-perfetto: the output is incomplete: the input is
  collapse-perfetto: skipped 1 damaged packet, 1 compressed packet that cannot be decompressed, 1 sample that the recorder left out, 5 records that the kernel lost
  collapse-perfetto: kept 1 sample of a callstack that does not exist, shown as [unknown], 1 frame that does not exist, shown as [unknown]
  collapse-perfetto: no output: part of the input was not understood
  collapse-perfetto: skipped 1 damaged packet, 1 sample that the recorder left out, 5 records that the kernel lost
  collapse-perfetto: the output is incomplete: the input is

# bare

  $ python3 -B "$INPUTS/make.py" bare | collapse-perfetto
  main;[libshop.so <0x40>] 1
  $ cat err
  collapse-perfetto: skipped 1 sample without a callstack
