SPDX-License-Identifier: MIT

# add-label

  $ echo 'main;f 1' >web-1.folded
  $ echo '@host=x;@cpu=1;main;f 2' >web-2.folded
  $ collapse-filter --add-label 'host={}' web-1.folded web-2.folded
  @cpu=1;@host=web-2;main;f 2
  @host=web-1;main;f 1
  $ collapse-filter --add-label 'host={}' --where host=web-2 web-1.folded web-2.folded
  @cpu=1;@host=web-2;main;f 2
  $ collapse-filter --add-label 'a b;c=d;e' web-1.folded
  @a_b:c=d:e;main;f 1
  $ cat err
  collapse-filter: left out 1 of 2 stacks

# align-time

  $ printf '%s\n' '# flambeau: start=2026-01-05T09:00:00Z samples=1' '@time=1.5;f 1' >a
  $ printf '%s\n' '# flambeau: start=2026-01-05T11:00:03.25+02:00 samples=2' '@time=1000;f 2' >b
  $ collapse-filter a b
  # flambeau: samples=3
  @time=0001.5;f 1
  @time=1000.0;f 2
  $ collapse-filter --align-time b a
  # flambeau: samples=3
  @time=0001.50;f 1
  @time=1003.25;f 2
  $ grep -v start a >c
  $ collapse-filter --align-time b c
  # flambeau: start=2026-01-05T11:00:03.25+02:00
  # flambeau: samples=2
  @time=0001.5;f 1
  @time=1000.0;f 2
  $ cat err
  collapse-filter: c: no start in its header; its times stay as they are

# diffreport-by

  $ printf '%s\n' '@tid=1;main;f 100' '@tid=1;main;g 100' '@tid=2;main;f 50' 'main;h 10' '@tid=3;x 5' >a
  $ printf '%s\n' '@tid=1;main;f 300' '@tid=1;main;g 100' '@tid=2;main;f 52' 'main;h 12' '@tid=4;y 5' >b
  $ diffreport --by tid a b
  all: 265 -> 469 (+77 %)
  Noise guard on: 265 samples before, 469 after; 13 functions tested at level 0.001.
  Before: a (total 265)
  After: b (total 469)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank (4 within the noise)
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     56.60%   75.05%   +18.45   56.60%   75.05%   +18.45    5e-06   f
     37.74%   21.32%   -16.41   37.74%   21.32%   -16.41    3e-05   g
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     56.60%   75.05%   +18.45   56.60%   75.05%   +18.45    3e-06   f
     37.74%   21.32%   -16.41   37.74%   21.32%   -16.41    2e-05   g
   (esc)
  == tid=1 ==
   (esc)
  all: 200 -> 400 (+100 %)
  Noise guard on: 200 samples before, 400 after; 13 functions tested at level 0.001.
  Before: a (total 200)
  After: b (total 400)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     50.00%   75.00%   +25.00   50.00%   75.00%   +25.00    3e-08   f
     50.00%   25.00%   -25.00   50.00%   25.00%   -25.00    3e-08   g
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     50.00%   75.00%   +25.00   50.00%   75.00%   +25.00    2e-08   f
     50.00%   25.00%   -25.00   50.00%   25.00%   -25.00    2e-08   g
   (esc)
  == tid=2 ==
   (esc)
  all: 50 -> 52 (+4 %)
  Noise guard on: 50 samples before, 52 after; 13 functions tested at level 0.001.
  Before: a (total 50)
  After: b (total 52)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share
   (esc)
  == tid=3 ==
   (esc)
  only before
   (esc)
  == tid=4 ==
   (esc)
  only after
   (esc)
  == others ==
   (esc)
  all: 10 -> 12 (+20 %)
  Noise guard on: 10 samples before, 12 after; 13 functions tested at level 0.001.
  Before: a (total 10)
  After: b (total 12)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share
  $ diffreport --by tid -f brief a b
  all: 265 -> 469 (+77 %)
  1 function grew, 1 shrank (4 within the noise):
     +18.45 points: f (56.60% to 75.05%)
     -16.41 points: g (37.74% to 21.32%)
  tid=1: all: 200 -> 400 (+100 %)
  1 function grew, 1 shrank:
     +25.00 points: f (50.00% to 75.00%)
     -25.00 points: g (50.00% to 25.00%)
  tid=2: all: 50 -> 52 (+4 %)
  No function changed its share
  tid=3: only before
  tid=4: only after
  others: all: 10 -> 12 (+20 %)
  No function changed its share
  $ diffreport --by tid -f json a b | grep -c '"report"'
  4
  $ diffreport --by tid -f markdown a b | grep '^#'
  ### 1 function grew, 1 shrank (4 within the noise)
  ## tid=1
  ### 1 function grew, 1 shrank
  ## tid=2
  ### No function changed its share
  ## tid=3
  ## tid=4
  ## others
  ### No function changed its share
  $ diffreport --by nosuch a b
  [1]
  $ cat err
  diffreport: no stack has the label nosuch; collapsers give labels with --labels

# diffreport-by-state
the time of threads: a state that grew, and one that only one side has

  $ printf '%s\n' '# flambeau: event=wall-clock' '# flambeau: unit=ns' '@state=blocked:lock;app;f;futex 400000001' '@state=running;app;f 100000003' '@state=running;app;g 200000000' >a
  $ printf '%s\n' '# flambeau: event=wall-clock' '# flambeau: unit=ns' '@state=blocked:lock;app;f;futex 900000001' '@state=blocked:io;app;g;read 50000000' '@state=running;app;f 104000003' '@state=running;app;g 200000000' >b
  $ for n in 1 2 3; do for side in a b; do sed "s/;f 10/;f 1$n/" $side >$side$n; done; done
  $ diffreport --by state -f brief a b
  all: 0.70 s -> 1.25 s (+79 %)
  2 functions grew, 1 shrank, 1 is new:
     +14.63 points: futex (+500 ms, x2.25, 57.14% to 71.77%)
      +8.64 points: f (+504 ms, x2.01, 71.43% to 80.06%)
      -8.64 points: g (+50.0 ms, x1.25, 28.57% to 19.94%)
      +3.99 points: read (+50.0 ms, 0.00% to 3.99%, new)
  state=blocked:lock: all: 400 ms -> 900 ms (+125 %)
  No function changed its share
  state=running: all: 300 ms -> 304 ms (+1.3 %)
  1 function grew, 1 shrank:
      +0.88 points: f (+4.00 ms, x1.04, 33.33% to 34.21%)
      -0.88 points: g (0 ns, x1.00, 66.67% to 65.79%)
  state=blocked:io: only after
  $ diffreport --by state -f brief --before a1 --before a2 --before a3 --after b1 --after b2 --after b3
  all: 0.72 s -> 1.27 s (+77 %)
  2 functions grew, 1 shrank, 1 is new:
     +15.09 points: futex (+500 ms, x2.25, 55.56% to 70.64%)
      +8.15 points: f (+504 ms, x1.97, 72.22% to 80.38%)
      -8.15 points: g (+50.0 ms, x1.25, 27.78% to 19.62%)
      +3.92 points: read (+50.0 ms, 0.00% to 3.92%, new)
  state=blocked:lock: all: 400 ms -> 900 ms (+125 %)
  No function changed its share
  state=running: all: 320 ms -> 324 ms (+1.2 %)
  No function changed its share (2 within the noise)
  state=blocked:io: only after
  $ diffreport --by state -f json a b | python3 -c 'import json, sys; print([section["value"] for section in json.load(sys.stdin)["sections"]])'
  ['blocked:lock', 'running', 'blocked:io']
  $ difffolded --keep-labels a b | flamegraph --label-frames state --text --columns 60
  wall-clock
  +all (1.25 s, was 700 ms: +554 ms, x1.79, 100%)_____________
  +_+state=blocked:lock 71.77% +500 ms_________+state=running_
  +_+app 71.77% +500 ms________________________+app___________
  +g+f 71.77% +500 ms__________________________+f___|g 15.95%_
  +_+futex 71.77% +500 ms______________________
  12 of 12 frames shown
  -less  |same  +more  0 vanished, 4 new
  all: 0.70 s -> 1.25 s (+79 %)
  Largest change: +4.00 ms, -18.61 points in app

# digits

  $ printf '%s\n' '@time=1.12345678999;f 1' '@time=003.5;f 1' '@time=3.50;f 1' '@time=0;f 1' | collapse-filter
  @time=0.000000000;f 1
  @time=1.123456789;f 1
  @time=3.500000000;f 2

# drop

  $ cat >in <<'END'
  > @time=1;@cpu=0;@tid=7;main;f 1
  > @time=2;@cpu=1;@tid=7;main;f 2
  > main;f 8
  > END
  $ collapse-filter --drop-label cpu --drop-label time in
  @tid=7;main;f 3
  main;f 8
  $ collapse-filter --drop-label all in
  main;f 11

# escaped

  $ printf 'a 7 1.0: 10 cycles:\n\t12 f (/x)\n\n' | sed 's/^a/@x=y/' >in
  $ collapse-perf in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  _@x=y;f 10
  $ collapse-perf --labels tid in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  @tid=7;_@x=y;f 10
  $ stackcollapse-perf.pl in
  @x=y;f 10
  $ inferno-collapse-perf in
  @x=y;f 10
  $ collapse-perf in | collapse-filter
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  _@x=y;f 10

# firefox

  $ cat >in <<'END'
  > # flambeau: unit=ns start=2026-01-05T09:00:00Z
  > @time=2;@pid=7;@tid=8;@comm=b;main;g_[k] 1000000
  > @time=0.5;@pid=7;@tid=7;@comm=a;main;f_[j] 2500000
  > @time=10;@pid=7;@tid=7;@comm=a;main;f_[j] 2
  > main;h_[i] 4
  > END
  $ export-firefox --name x in
  {"meta":{"interval":1,"startTime":1767603600000,"processType":0,"version":28,"preprocessedProfileVersion":47,"stackwalk":1,"debug":false,"gcpoison":0,"asyncstack":1,"product":"x","importedFrom":"flambeau 0.3.0","symbolicated":true,"extensions":{"length":0,"id":[],"name":[],"baseURL":[]},"markerSchema":[],"categories":[{"name":"Other","color":"grey","subcategories":["Other"]},{"name":"Kernel","color":"orange","subcategories":["Other"]},{"name":"JIT","color":"green","subcategories":["Other"]},{"name":"Inlined","color":"lightblue","subcategories":["Other"]}]},
  "libs":[],"pages":[],"counters":[],
  "threads":[
  {"processType":"default","processName":"x","name":"x","pid":"0","tid":"x","isMainThread":false,"processStartupTime":0,"processShutdownTime":null,"registerTime":0,"unregisterTime":null,"pausedRanges":[],
  "samples":{"length":1,"weightType":"tracing-ms","stack":[1],"time":[0],"weight":[0.000004]},
  "stackTable":{"length":2,"frame":[0,1],"prefix":[null,0],"category":[0,3],"subcategory":[0,0]},
  "frameTable":{"length":2,"func":[0,1],"category":[0,3],"address":[-1,-1],"inlineDepth":[0,0],"subcategory":[0,0],"nativeSymbol":[null,null],"innerWindowID":[0,0],"implementation":[null,null],"line":[null,null],"column":[null,null]},
  "funcTable":{"length":2,"name":[0,1],"isJS":[false,false],"relevantForJS":[false,false],"resource":[-1,-1],"fileName":[null,null],"lineNumber":[null,null],"columnNumber":[null,null]},
  "resourceTable":{"length":0,"lib":[],"name":[],"host":[],"type":[]},
  "nativeSymbols":{"length":0,"libIndex":[],"address":[],"name":[],"functionSize":[]},
  "markers":{"length":0,"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[]},
  "stringArray":[
  "main",
  "h"
  ]},
  {"processType":"default","processName":"x","name":"a 7","pid":"7","tid":7,"isMainThread":true,"processStartupTime":0,"processShutdownTime":null,"registerTime":0,"unregisterTime":null,"pausedRanges":[],
  "samples":{"length":2,"weightType":"tracing-ms","stack":[1,1],"time":[500,10000],"weight":[2.5,0.000002]},
  "stackTable":{"length":2,"frame":[0,1],"prefix":[null,0],"category":[0,2],"subcategory":[0,0]},
  "frameTable":{"length":2,"func":[0,1],"category":[0,2],"address":[-1,-1],"inlineDepth":[0,0],"subcategory":[0,0],"nativeSymbol":[null,null],"innerWindowID":[0,0],"implementation":[null,null],"line":[null,null],"column":[null,null]},
  "funcTable":{"length":2,"name":[0,1],"isJS":[false,false],"relevantForJS":[false,false],"resource":[-1,-1],"fileName":[null,null],"lineNumber":[null,null],"columnNumber":[null,null]},
  "resourceTable":{"length":0,"lib":[],"name":[],"host":[],"type":[]},
  "nativeSymbols":{"length":0,"libIndex":[],"address":[],"name":[],"functionSize":[]},
  "markers":{"length":0,"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[]},
  "stringArray":[
  "main",
  "f"
  ]},
  {"processType":"default","processName":"x","name":"b 8","pid":"7","tid":8,"isMainThread":false,"processStartupTime":0,"processShutdownTime":null,"registerTime":0,"unregisterTime":null,"pausedRanges":[],
  "samples":{"length":1,"weightType":"tracing-ms","stack":[1],"time":[2000],"weight":[1]},
  "stackTable":{"length":2,"frame":[0,1],"prefix":[null,0],"category":[0,1],"subcategory":[0,0]},
  "frameTable":{"length":2,"func":[0,1],"category":[0,1],"address":[-1,-1],"inlineDepth":[0,0],"subcategory":[0,0],"nativeSymbol":[null,null],"innerWindowID":[0,0],"implementation":[null,null],"line":[null,null],"column":[null,null]},
  "funcTable":{"length":2,"name":[0,1],"isJS":[false,false],"relevantForJS":[false,false],"resource":[-1,-1],"fileName":[null,null],"lineNumber":[null,null],"columnNumber":[null,null]},
  "resourceTable":{"length":0,"lib":[],"name":[],"host":[],"type":[]},
  "nativeSymbols":{"length":0,"libIndex":[],"address":[],"name":[],"functionSize":[]},
  "markers":{"length":0,"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[]},
  "stringArray":[
  "main",
  "g"
  ]}
  ]}
  $ echo 'main;f 1 2' | export-firefox
  [1]
  $ cat err
  export-firefox: the Firefox Profiler has no differentials: export one side

# flamechart

  $ cat >in <<'END'
  > @time=2;@tid=8;main;g 1
  > @time=0.5;@tid=7;main;f 2
  > @time=10;@tid=7;main;f 2
  > @time=3;@tid=7;main;g 4
  > END
  $ export COLUMNS=60
  $ flamegraph --text --flamechart in
  |all (9.88 s, 100%)_________________________________________
  |tid=7 98.73%______________________________________________
  |              |__                                       |_
  |              |g_                                       |f
  7 of 10 frames shown, 3 too narrow

how long a sample is: by its unit, by their frequency; the busiest bin is full; widths are counts

  $ { echo "# flambeau: unit=ms"; sed 's/.$/&00/' in; } | flamegraph --text --flamechart
  |all (9.80 s, 100%)_________________________________________
  |tid=7 98.98%______________________________________________
  |              |_                                         |
  |              |g                                         |
  7 of 10 frames shown, 3 too narrow
  $ { echo "# flambeau: unit=samples"; echo "# flambeau: frequency=2"; cat in; } | flamegraph --text --flamechart
  2 Hz
  |all (11.0 s, 100%)_________________________________________
  |tid=7 95.45%____________________________________________|__
  |main        |main______                           |main_|__
  |f___        |g 18.18%__                           |f____|g_
  10 of 10 frames shown
  $ { echo "# flambeau: unit=bytes"; cat in; } | flamegraph --text --flamechart
  |all (9 B, 100%)____________________________________________
  |tid=7 88.89%________________________________________|tid=8_
  |main 88.89%_________________________________________|main__
  |f 22.22%____|g 44.44%__________________|f 22.22%____|g_____
  8 of 8 frames shown
  $ flamegraph --text --flamechart --countname calls in
  |all (9 calls, 100%)________________________________________
  |tid=7 88.89%________________________________________|tid=8_
  |main 88.89%_________________________________________|main__
  |f 22.22%____|g 44.44%__________________|f 22.22%____|g_____
  8 of 8 frames shown
  $ collapse-filter --drop-label tid in | flamegraph --text --flamechart
  |all (9.75 s, 100%)_________________________________________
  |              |__                                        |_
  |              |g_                                        |f
  6 of 8 frames shown, 2 too narrow
  $ collapse-filter --drop-label time in | flamegraph --text --flamechart
  |all (9 samples, 100%)______________________________________
  |main 100.00%_______________________________________________
  |f 44.44%_________________|g 55.56%_________________________
  3 of 3 frames shown

the clock of the recording, and no end of time

  $ printf '%s\n' '@time=1700000000.00;f 1' '@time=1700000000.02;g 2' '@time=1700000000.06;f 2' | flamegraph --text --flamechart
  |all (80.0 ms, 100%)________________________________________
  |f_____        |g 25.00%______               |f 25.00%______
  3 of 3 frames shown
  $ printf '%s\n' '@time=0;@tid=1;f 1' '@time=3999999999;@tid=1;f 1' '@time=0;@tid=2;f 1' '@time=3999999999;@tid=2;f 1' \
  > 	'@time=0;@tid=3;f 1' '@time=3999999999;@tid=3;f 1' | flamegraph --text --flamechart
  |all (6 samples, 100%)______________________________________
  |tid=1 33.33%_______|tid=2 33.33%_______|tid=3 33.33%_______
  |f 33.33%___________|f 33.33%___________|f 33.33%___________
  6 of 6 frames shown
  $ cat err
  flamegraph: times span more than 292 years in all: widths are counts

# grammar

  $ printf '%s\n' '@time=3.24;@cpu=5;@tid=1240;nginx;main;accept 3' '@tid=9;@cpu=12;@time=12.5;nginx;main 7' \
  > 	'nginx;@cpu=1;f 1' '@cpu;f 1' '@=1;f 1' '@a b=1;f 1' '@cpu=1 2' '@cpu=;f 1' '@cpu=3;@x=y 1' | collapse-filter
  @=1;f 1
  @a b=1;f 1
  @cpu;f 1
  @cpu=03;@x=y 1
  @cpu=1 2
  @cpu=;f 1
  @time=03.24;@cpu=05;@tid=1240;nginx;main;accept 3
  @time=12.50;@cpu=12;@tid=9;nginx;main 7
  nginx;@cpu=1;f 1

# guess

  $ collapse-guess --no-header --labels tid <"$FIXTURES/perf/threads-fp.txt" | head -1
  @tid=10869;my_worker_1;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 16032064
  $ collapse-guess --list-labels <"$FIXTURES/jstack/work.txt"
  state 1
  thread 4
  $ echo '@tid=7;main;f 1' | collapse-guess --labels tid
  @tid=7;main;f 1
  $ cat err
  collapse-guess: standard input looks like perf
  collapse-guess: standard input looks like jstack
  collapse-guess: standard input looks like folded
  collapse-guess: folded has no labels but its own, which stay

# headers

  $ collapse-perf --header --labels tid "$FIXTURES/perf/threads-fp.txt" >in
  $ head -4 in
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: duration=0.758s
  # flambeau: samples=27
  $ collapse-filter --where tid=10869 in | head -4
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: duration=0.758s
  @tid=10869;my_worker_1;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 16032064
  $ { grep -v '^#' in; grep '^#' in; } | collapse-filter | cmp - in
  $ cat err
  collapse-filter: left out 10 of 11 stacks

# jfr
needs: collapse-jfr

  $ collapse-jfr -q --no-header --labels time=1ms,thread,tid,state,event "$FIXTURES/jfr/tiny.jfr"
  @time=0.000;@event=jdk.ExecutionSample;@state=RUNNABLE;@thread=Thread-9;@tid=77;shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 1
  @time=0.000;@event=jdk.ExecutionSample;@state=RUNNABLE;@thread=main;@tid=77;shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 1
  @time=0.000;@event=jdk.ExecutionSample;@state=RUNNABLE;@thread=worker:1 of 2;@tid=77;shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 1
  @time=0.000;@event=jdk.ExecutionSample;@state=SLEEPING;@thread=Thread-9;@tid=77;shop.Main.main;java.util.HashMap$Node.get 1
  @time=0.000;@event=jdk.ExecutionSample;@state=SLEEPING;@thread=main;@tid=77;[truncated];shop.Main.main;java.util.HashMap$Node.get 1
  @time=0.000;@event=jdk.ExecutionSample;@state=SLEEPING;@thread=worker:1 of 2;@tid=77;shop.Main.main;java.util.HashMap$Node.get 1
  $ collapse-jfr -q --list-labels "$FIXTURES/jfr/shop-17.jfr"
  time 23
  event 1
  state 1
  thread 2
  tid 2
  $ collapse-jfr -q --no-header --labels event,thread --event lock --event io "$FIXTURES/jfr/shop-17.jfr" | cut -d ';' -f 1,2 | sort -u
  @event=jdk.JavaMonitorEnter;@thread=pay two
  @event=jdk.JavaMonitorEnter;@thread=pay: one
  @event=jdk.ThreadPark;@thread=rest
  $ collapse-jfr -q --no-header --labels time=1s --absolute-time "$FIXTURES/jfr/tiny.jfr" | head -1
  @time=1700000000;[truncated];shop.Main.main;java.util.HashMap$Node.get 1
  $ collapse-jfr -q --labels time=1s,thread,state "$FIXTURES/jfr/samples.txt" | cut -d ';' -f 1-4 | sort -u
  @time=0;@state=RUNNABLE;@thread=main;jdk.jfr.internal.dcmd.AbstractDCmd.execute
  @time=0;@state=RUNNABLE;@thread=pool-1-thread-1;java.lang.Thread.run
  @time=0;@state=RUNNABLE;@thread=pool-1-thread-2;java.lang.Thread.run
  @time=0;@state=RUNNABLE;@thread=pool-1-thread-3;java.lang.Thread.run
  $ collapse-jfr --labels cpu,tid "$FIXTURES/jfr/samples.txt" | wc -l
  9
  $ for file in async.jfr java.jfr killed.jfr samples.txt shop-17.jfr short.txt strings.jfr tiny.jfr; do
  > 	collapse-jfr -q --no-header "$FIXTURES/jfr/$file" >without
  > 	for threads in 1 2 5; do
  > 		collapse-jfr -q --no-header -j "$threads" --labels time=1ms,thread,state,event,tid "$FIXTURES/jfr/$file" >"with.$threads"
  > 	done
  > 	cmp with.1 with.2 && cmp with.1 with.5
  > 	collapse-filter --drop-label all with.1 | cmp - without
  > done
  $ cat err
  collapse-jfr: the input has no label cpu, tid; --list-labels prints what it has

# jfr-midnight
needs: collapse-jfr

  $ sample() { printf 'jdk.ExecutionSample {\n  startTime = %s\n  state = "STATE_SLEEPING"\n  stackTrace = [\n    a.B.%s() line: 1\n  ]\n}\n\n' "$1" "$2"; }
  $ { sample 23:59:59.500 before; sample 00:00:01.000 after; sample 23:59:58.000 early; sample 'no time' none; sample '00:00:02.000 (2025-01-02)' dated; } >night.txt
  $ collapse-jfr --labels time=500ms,state night.txt
  @state=SLEEPING;a.B.none 1
  @time=0.0;@state=SLEEPING;a.B.before 1
  @time=0.0;@state=SLEEPING;a.B.early 1
  @time=1.5;@state=SLEEPING;a.B.after 1
  @time=2.5;@state=SLEEPING;a.B.dated 1
  $ collapse-jfr -j 4 --labels time=500ms --absolute-time night.txt
  @time=86398.0;a.B.early 1
  @time=86399.5;a.B.before 1
  @time=86401.0;a.B.after 1
  @time=86402.0;a.B.dated 1
  a.B.none 1
  $ { sample 00:00:01.000 after; sample 23:59:59.000 early; } | collapse-jfr --labels time=1s
  @time=0;a.B.after 1
  @time=0;a.B.early 1
  $ cat err
  collapse-jfr: kept 1 sample earlier than time 0, labelled 0
  collapse-jfr: kept 1 sample earlier than time 0, labelled 0

# json
needs: collapse-cpuprofile

  $ collapse-cpuprofile --labels time "$FIXTURES/cpuprofile/shop.cpuprofile"
  @time=0.02;(anonymous) (shop.js:17);post;(anonymous) (shop.js:15);post;dispatch 1
  @time=0.04;(anonymous) (shop.js:17);work;sorted 2
  @time=0.06;(anonymous) (shop.js:17);work;sorted 4
  @time=0.08;(anonymous) (shop.js:17);work;sorted 4
  @time=0.10;(anonymous) (shop.js:17);work;remember 1
  @time=0.10;(anonymous) (shop.js:17);work;sorted 2
  @time=0.10;(garbage collector) 3
  @time=0.12;(anonymous) (shop.js:17);work;remember 2
  @time=0.12;(garbage collector) 3
  $ collapse-cpuprofile --labels time=10ms --time "$FIXTURES/cpuprofile/shop.cpuprofile" | head -4
  # flambeau: unit=us
  @time=0.03;(anonymous) (shop.js:17);post;(anonymous) (shop.js:15);post;dispatch 25351
  @time=0.05;(anonymous) (shop.js:17);work;sorted 10982
  @time=0.06;(anonymous) (shop.js:17);work;sorted 1048
  $ collapse-cpuprofile --labels time --absolute-time "$FIXTURES/cpuprofile/shop.cpuprofile" | head -2
  @time=14149.14;(anonymous) (shop.js:17);post;(anonymous) (shop.js:15);post;dispatch 1
  @time=14149.16;(anonymous) (shop.js:17);work;sorted 2
  $ collapse-chrome-tracing -q --labels time=10us,pid,tid "$FIXTURES/chrome-tracing/open.json"
  # flambeau: unit=us
  @time=0.00000;@pid=1;@tid=7;Frame 10
  @time=0.00000;@pid=1;@tid=8;Image;Decode 10
  @time=0.00001;@pid=1;@tid=7;Frame;Layout 5
  @time=0.00001;@pid=1;@tid=7;Frame;Layout;Style:Recalc 5
  @time=0.00001;@pid=1;@tid=8;Image 10
  @time=0.00002;@pid=1;@tid=7;Frame;Layout 10
  @time=0.00002;@pid=1;@tid=8;Image 10
  @time=0.00003;@pid=1;@tid=7;Frame 10
  @time=0.00003;@pid=1;@tid=8;Image 10
  @time=0.00004;@pid=1;@tid=7;Frame;Late 10
  @time=0.00005;@pid=1;@tid=7;Frame;Late 10
  @time=0.00006;@pid=1;@tid=7;Frame;Late 10
  @time=0.00006;@pid=1;@tid=8;open 10
  @time=0.00007;@pid=1;@tid=7;Frame;Late 10
  @time=0.00007;@pid=1;@tid=8;open;in 10
  @time=0.00008;@pid=1;@tid=7;Frame;Late 10
  @time=0.00008;@pid=1;@tid=8;open;in 10
  @time=0.00009;@pid=1;@tid=7;Frame;Late 1
  $ collapse-speedscope --labels all "$FIXTURES/speedscope/threads.json"
  # flambeau: unit=us
  @time=0.00;@thread=worker 1;main 750
  @time=0.00;@thread=worker 1;main;parse 1250
  @time=0.00;@thread=worker 1;main;parse;Vec<T>::push 2500
  @time=0.00;@thread=worker 1;main;write 8000
  @time=0.50;@thread=worker 2;main 250000
  @time=0.74;@thread=worker 2;main;(anonymous) (odd.rs:3) 500000
  @time=1.24;@thread=worker 2;main;write 500001
  @time=1.74;@thread=worker 2;main 249999
  $ for tool in cpuprofile/shop.cpuprofile cpuprofile/shop.heapprofile chrome-tracing/node.json chrome-tracing/open.json speedscope/threads.json; do
  > 	collapse-${tool%/*} -q "$FIXTURES/$tool" >without
  > 	collapse-${tool%/*} -q --labels time=1ms,pid,tid,thread "$FIXTURES/$tool" | collapse-filter --drop-label all | cmp - without
  > done

# keep-frames

  $ cat >in <<'END'
  > @cpu=1;@tid=7;@x;main;main;f 1
  > @cpu=2;init;@y=1;g 2
  > END
  $ for option in '--focus main' '--focus cpu' '--hide ^main' '--hide init' '--show ^f' '--rename-threads ^=t-' '--trim-root [@mi]' \
  > 	'--show-from ^f' '--collapse-recursion mutual' '--root-label r' '--top 1' '--min-count 2' '--rename @=' '--ignore tid'; do
  > 	echo "# $option"
  > 	collapse-filter -q $option in
  > done
  # --focus main
  @cpu=1;@tid=7;@x;main;main;f 1
  # --focus cpu
  # --hide ^main
  @cpu=1;@tid=7;@x;f 1
  @cpu=2;init;@y=1;g 2
  # --hide init
  @cpu=1;@tid=7;@x;main;main;f 1
  @cpu=2;_@y=1;g 2
  # --show ^f
  @cpu=1;@tid=7;f 1
  # --rename-threads ^=t-
  @cpu=1;@tid=7;t-@x;main;main;f 1
  @cpu=2;t-init;@y=1;g 2
  # --trim-root [@mi]
  @cpu=1;@tid=7;f 1
  @cpu=2;g 2
  # --show-from ^f
  @cpu=1;@tid=7;f 1
  # --collapse-recursion mutual
  @cpu=1;@tid=7;@x;main;f 1
  @cpu=2;init;@y=1;g 2
  # --root-label r
  @cpu=1;@tid=7;r;@x;main;main;f 1
  @cpu=2;r;init;@y=1;g 2
  # --top 1
  @cpu=2;init;@y=1;g 2
  # --min-count 2
  @cpu=2;init;@y=1;g 2
  # --rename @=
  @cpu=1;@tid=7;x;main;main;f 1
  @cpu=2;init;y=1;g 2
  # --ignore tid
  @cpu=1;@tid=7;@x;main;main;f 1
  @cpu=2;init;@y=1;g 2
  $ collapse-recursive in
  @cpu=1;@tid=7;@x;main;f 1
  @cpu=2;init;@y=1;g 2
  $ collapse-guess in
  @cpu=1;@tid=7;@x;main;main;f 1
  @cpu=2;init;@y=1;g 2
  $ cat err
  collapse-filter: no stacks are left; the functions are: @y=1 (2), g (2), init (2), @x (1), f (1), main (1)
  collapse-guess: in looks like folded

# label-frames

  $ cat >in <<'END'
  > @cpu=1;@tid=7;main;f 2
  > @cpu=0;@tid=7;main;f 1
  > @cpu=0;@tid=8;main;f 4
  > main;f 1
  > END
  $ export COLUMNS=60
  $ flamegraph --text --label-frames tid in
  |all (8 samples, 100%)______________________________________
  |main__|tid=7 37.50%__________|tid=8 50.00%_________________
  |f_____|main 37.50%___________|main 50.00%__________________
         |f 37.50%______________|f 50.00%_____________________
  8 of 8 frames shown
  $ flamegraph --text --label-frames cpu,tid in
  |all (8 samples, 100%)______________________________________
  |cpu=0 62.50%________________________|cpu=1 25.00%__|main___
  |tid=7_|tid=8 50.00%_________________|tid=7 25.00%__|f______
  |main__|main 50.00%__________________|main 25.00%___
  |f_____|f 50.00%_____________________|f 25.00%______
  13 of 13 frames shown
  $ flamegraph --text --label-frames nosuch in
  |all (8 samples, 100%)______________________________________
  |main 100.00%_______________________________________________
  |f 100.00%__________________________________________________
  2 of 2 frames shown
  $ echo 'main;f 1' | flamegraph --text --label-frames tid
  |all (1 samples, 100%)______________________________________
  |main 100.00%_______________________________________________
  |f 100.00%__________________________________________________
  2 of 2 frames shown
  $ flamegraph --label-frames tid --flamechart in
  [2]
  $ cat err
  flamegraph: stacks have no labels: --label-frames changes nothing
  flamegraph: options '--label-frames' and '--flamechart' exclude each other

# label-to-frame

  $ cat >in <<'END'
  > @time=1.5;@cpu=0;@tid=7;main;f 1
  > @time=20;@cpu=11;@tid=7;main;f 2
  > main;f 8
  > END
  $ collapse-filter --label-to-frame tid --label-to-frame cpu in
  @time=01.5;tid=7;cpu=00;main;f 1
  @time=20.0;tid=7;cpu=11;main;f 2
  main;f 8
  $ collapse-filter --label-to-frame time --drop-label all in
  main;f 8
  time=01.5;main;f 1
  time=20.0;main;f 2

# lines

  $ collapse-offcpu --labels pid,tid,comm "$FIXTURES/offcpu/offcputime.txt" | cut -c 1-60
  # flambeau: unit=us
  @comm=bash;@pid=4711;bash;[unknown];__read_nocancel;entry_SY
  @comm=java;@pid=4713;java;JavaThread::run(void*):;pthread_co
  @comm=my worker 1;@pid=4712;my worker 1;main;clock_nanosleep
  $ collapse-bpftrace --labels all "$FIXTURES/bpftrace/kstack-ustack-comm.txt" | cut -c 1-60 | head -3
  @comm=kworker/0:1 fak;kworker/0:1 fak;start_thread;clock_nan
  @comm=x: y z;x: y z;__GI___libc_malloc;asm_sysvec_reschedule
  @comm=x: y z;x: y z;_int_free;asm_sysvec_apic_timer_interrup
  $ printf '@[bash, 12, 13,\n    f+1\n    g+2\n]: 5\n' | collapse-bpftrace --labels all
  @comm=bash;@pid=12;@tid=13;bash, 12, 13;g;f 5
  $ collapse-strace --labels pid "$FIXTURES/strace/threads.txt" | cut -c 1-60 | head -3
  # flambeau: unit=calls
  @pid=11762;__xmknodat;pthread_condattr_setpshared;run;locked
  @pid=11763;__xmknodat;pthread_condattr_setpshared;run;do_io;
  $ collapse-jstack --labels thread,state --states ALL "$FIXTURES/jstack/work.txt" | cut -c 1-80 | head -3
  @state=RUNNABLE;@thread=my worker "q" #1;my worker "q" #1;java.lang.Thread.run;W
  @state=RUNNABLE;@thread=my worker "q" #1;my worker "q" #1;java.lang.Thread.run;W
  @state=RUNNABLE;@thread=pool-1-thread-1;pool-1-thread;java.lang.Thread.run;java.
  $ collapse-uftrace -q --labels tid "$FIXTURES/uftrace/threads-replay.txt" | cut -c 1-60 | head -4
  # flambeau: unit=ns
  @tid=7587;main;pthread_create 419192
  @tid=7587;main;pthread_create;linux:schedule 79609
  @tid=7590;run;rec 5148
  $ collapse-uftrace -q --list-labels "$FIXTURES/uftrace/threads-replay.txt"
  tid 5
  $ cat err
  collapse-offcpu: the input has no label tid; --list-labels prints what it has

# many

  $ awk 'BEGIN { for (i = 100; i < 170; i++) printf "@l%d=1;", i; print "f 1" }' | collapse-filter
  @l100=1;@l101=1;@l102=1;@l103=1;@l104=1;@l105=1;@l106=1;@l107=1;@l108=1;@l109=1;@l110=1;@l111=1;@l112=1;@l113=1;@l114=1;@l115=1;@l116=1;@l117=1;@l118=1;@l119=1;@l120=1;@l121=1;@l122=1;@l123=1;@l124=1;@l125=1;@l126=1;@l127=1;@l128=1;@l129=1;@l130=1;@l131=1;@l132=1;@l133=1;@l134=1;@l135=1;@l136=1;@l137=1;@l138=1;@l139=1;@l140=1;@l141=1;@l142=1;@l143=1;@l144=1;@l145=1;@l146=1;@l147=1;@l148=1;@l149=1;@l150=1;@l151=1;@l152=1;@l153=1;@l154=1;@l155=1;@l156=1;@l157=1;@l158=1;@l159=1;@l160=1;@l161=1;@l162=1;@l163=1;_@l164=1;@l165=1;@l166=1;@l167=1;@l168=1;@l169=1;f 1

# option-originals

  $ for tool in stackcollapse-perf.pl inferno-collapse-perf stackcollapse-jstack.pl; do
  > 	$tool --labels tid </dev/null >/dev/null 2>&1 || echo "$tool: no"
  > done
  stackcollapse-perf.pl: no
  inferno-collapse-perf: no
  stackcollapse-jstack.pl: no

# originals

  $ printf '%s\n' '@cpu=1;a;a 1' '@cpu=2;a 2' 'a 4' >in
  $ stackcollapse-recursive.pl in
  @cpu=1;a 1
  @cpu=2;a 2
  a 4
  $ inferno-collapse-recursive in
  @cpu=1;a 1
  @cpu=2;a 2
  a 4
  $ difffolded.pl in in
  @cpu=1;a;a 1 1
  @cpu=2;a 2 2
  a 4 4
  $ inferno-diff-folded in in
  @cpu=1;a;a 1 1
  @cpu=2;a 2 2
  a 4 4
  $ flamegraph.pl in | grep -c '@cpu=1'
  3
  $ inferno-flamegraph in | grep -c '@cpu=1'
  3
  $ cat err
  flamegraph.pl: Stack count is low (7). Did something go wrong?

# perf

  $ collapse-perf --no-header --labels time=100ms,cpu,tid "$FIXTURES/perf/threads-fp.txt" | head -6
  @time=0.0;@cpu=1;@tid=10870;my_worker_2;start_thread;run;locked;rec;rec;rec;rec 4008016
  @time=0.0;@cpu=1;@tid=10872;x:_y_z;[unknown];malloc 2004008
  @time=0.1;@cpu=1;@tid=10869;my_worker_1;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 2004008
  @time=0.1;@cpu=1;@tid=10870;my_worker_2;start_thread;run;locked;rec;rec;rec;rec 2004008
  @time=0.2;@cpu=1;@tid=10871;1234;[unknown];__GI___fstatat64;entry_SYSCALL_64_after_hwframe;do_syscall_64 2004008
  @time=0.2;@cpu=1;@tid=10871;1234;[unknown];read;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;proc_get_vma.isra.0;lock_next_vma 2004008
  $ collapse-perf --no-header --labels all "$FIXTURES/perf/threads-fp.txt" | head -2
  @time=0.00;@comm=my worker 2;@cpu=1;@event=cpu-clock;@tid=10870;my_worker_2;start_thread;run;locked;rec;rec;rec;rec 2004008
  @time=0.02;@comm=x: y z;@cpu=1;@event=cpu-clock;@tid=10872;x:_y_z;[unknown];malloc 2004008
  $ collapse-perf --no-header "$FIXTURES/perf/threads-fp.txt" >without
  $ for bin in 1ns 500us 20ms 1s 7s; do
  > 	collapse-perf --no-header --labels "time=$bin,cpu,tid,comm,event" "$FIXTURES/perf/threads-fp.txt" >with
  > 	sed -n '$s/\(@time=[^;]*\).*/\1/p' with
  > 	collapse-filter --drop-label all with | cmp - without
  > 	collapse-perf --no-header --threads 3 --chunk-size 4096 --labels "time=$bin,cpu,tid,comm,event" <"$FIXTURES/perf/threads-fp.txt" | cmp - with
  > done
  @time=0.758587000
  @time=0.7585
  @time=0.74
  @time=0
  @time=0

# perf-events

  $ sample() { printf 'a 7 1.%s: 10 %s:\n\t1234 f (/x)\n\n' "$@"; }
  $ { sample 1 cycles; sample 2 faults; sample 3 cycles; } >in
  $ collapse-perf --header --labels event --event-filter cycles --event-filter faults in
  # flambeau: duration=0.2s
  # flambeau: samples=3
  @event=cycles;a;f 20
  @event=faults;a;f 10
  $ collapse-perf --labels tid --event-filter cycles --event-filter faults in
  @tid=7;cycles;a;f 20
  @tid=7;faults;a;f 10
  $ collapse-perf --labels event -q in
  @event=cycles;a;f 20

# perf-missing

  $ collapse-perf --labels time,cpu,tid,host,nosuch "$FIXTURES/perf/cxx-fp.F-no-time.txt" | head -2
  @tid=14240;a/b:c_[x];[libstdc++.so.6.0.30];std::thread::_State_impl<std::thread::_Invoker<std::tuple<main::{lambda()#1}> > >::_M_run;work;std::_Rb_tree<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, std::vector<int, std::allocator<int> > >, std::_Select1st<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, std::vector<int, std::allocator<int> > > >, std::greater<void>, std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, std::vector<int, std::allocator<int> > > > >::_M_emplace_hint_unique<std::piecewise_construct_t const&, std::tuple<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&>, std::tuple<> >;std::_Rb_tree<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, std::vector<int, std::allocator<int> > >, std::_Select1st<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, std::vector<int, std::allocator<int> > > >, std::greater<void>, std::allocator<std::pair<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const, std::vector<int, std::allocator<int> > > > >::_M_get_insert_hint_unique_pos 1
  @tid=14240;io_12/u8:3;[libstdc++.so.6.0.30];std::thread::_State_impl<std::thread::_Invoker<std::tuple<main::{lambda()#1}> > >::_M_run;Visitor::operator() 1
  $ collapse-perf --list-labels "$FIXTURES/perf/cxx-fp.F-no-time.txt"
  comm 5
  tid 1
  $ collapse-perf --list-labels "$FIXTURES/perf/cxx-fp.F-ip-sym.txt"
  comm 1
  $ cat err
  collapse-perf: the input has no label time, cpu, host, nosuch; --list-labels prints what it has

# perf-zero

  $ sample() { printf 'a %d [%03d] %s: 10 cycles:\n\t1234 f (/x)\n\n' "$@"; }
  $ { sample 7 1 100.5; sample 8 12 100.25; sample 7 0 101.999; sample 7 0 103.5; } >in
  $ collapse-perf --labels time=1s,cpu,tid in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3.25s
  # flambeau: samples=4
  @time=0;@cpu=01;@tid=7;a;f 10
  @time=0;@cpu=12;@tid=8;a;f 10
  @time=1;@cpu=00;@tid=7;a;f 10
  @time=3;@cpu=00;@tid=7;a;f 10
  $ collapse-perf --labels time=1s,cpu,tid --tid-filter 8 in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3.25s
  # flambeau: samples=1
  @time=0;@cpu=12;@tid=8;a;f 10
  $ collapse-perf --labels time=1s --time 101,102 in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3.25s
  # flambeau: samples=1
  @time=1;a;f 10
  $ collapse-perf --labels time=1s --absolute-time in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=4
  @time=100;a;f 20
  @time=101;a;f 10
  @time=103;a;f 10
  $ cat err
  collapse-perf: kept 1 sample earlier than time 0, labelled 0
  collapse-perf: kept 1 sample earlier than time 0, labelled 0

# pprof
needs: gzip

  $ collapse-pprof --list-labels "$FIXTURES/pprof/go-cpu.pb.gz"
  kind 1
  worker 3
  $ collapse-pprof --no-header --labels worker "$FIXTURES/pprof/go-cpu.pb.gz" | head -2
  @worker=my worker 0;main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate 10000000
  @worker=my worker 0;main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.(*mcache).allocLarge;runtime.deductSweepCredit;runtime.sweepone;runtime.(*mheap).nextSpanForSweep;runtime.(*spanSet).pop 10000000
  $ collapse-pprof --no-header --labels all "$FIXTURES/pprof/go-allocs.pb.gz" | head -2
  @bytes=1024;main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.intEncoder;bytes.(*Buffer).Write;bytes.(*Buffer).grow;bytes.growSlice 524800
  @bytes=1048576;runtime.main;main.main;runtime/pprof.(*Profile).WriteTo;runtime/pprof.writeGoroutine;runtime/pprof.writeGoroutineStacks 1212696
  $ collapse-pprof --no-header --tag worker --labels worker "$FIXTURES/pprof/go-cpu.pb.gz" | head -1
  @worker=my worker 0;my worker 0;main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate 10000000

# pprof-export
needs: gzip

  $ cat >in <<'END'
  > @time=01.250;@bytes=4096B;@cpu=03;@comm=a b;main;f 2
  > @time=10.500;@tid=7;main;f 3
  > main;f 1
  > END
  $ export-pprof in | collapse-pprof --list-labels
  time 2
  bytes 1
  comm 1
  cpu 1
  tid 1
  $ export-pprof in | collapse-pprof --labels time=250ms,bytes,cpu,comm,tid
  @time=01.25;@bytes=4096B;@comm=a b;@cpu=3;main;f 2
  @time=10.50;@tid=7;main;f 3
  main;f 1
  $ export-pprof --no-gzip in >one
  $ export-pprof in | collapse-pprof --labels time=1ms,all | export-pprof --no-gzip | cmp - one
  $ for profile in go-cpu go-allocs go-block; do
  > 	collapse-pprof --labels all "$FIXTURES/pprof/$profile.pb.gz" >folded
  > 	export-pprof folded | collapse-pprof --labels all | cmp - folded
  > done
  - folded differ: char 68, line 3
  - folded differ: char 54, line 3
  - folded differ: char 57, line 3
  [1]

# recording

  $ for kind in file pipe swapped; do
  > 	tail -c +4 "$TESTS/fuzz/corpus/collapse-perf/recording-$kind" >perf.data
  > 	echo "# $kind"
  > 	collapse-perf -q --symfs /var/empty --list-labels perf.data
  > 	collapse-perf -q --symfs /var/empty --labels time=1ms,cpu,tid,pid,host,event,comm perf.data >with
  > 	grep -v '^#' with | cut -d ';' -f 1-9
  > 	collapse-perf -q --no-header --symfs /var/empty perf.data >without
  > 	collapse-filter --drop-label all with | grep -v "^#" | cmp - without
  > 	collapse-perf -q -j 4 --symfs /var/empty --labels time=1ms,cpu,tid,pid,host,event,comm perf.data | cmp - with
  > done
  # file
  time 5
  comm 3
  cpu 1
  event 1
  host 1
  pid 3
  tid 3
  @time=0.000;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  @time=0.039;@comm=x: y z;@cpu=1;@event=cpu-clock;@host=demo;@pid=10872;@tid=10872;x:_y_z;[unknown]
  @time=0.097;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  @time=0.148;@comm=my worker 1;@cpu=1;@event=cpu-clock;@host=demo;@pid=10869;@tid=10869;my_worker_1;[perf-10869.map]
  @time=0.197;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  # pipe
  time 5
  comm 3
  cpu 1
  event 1
  host 1
  pid 3
  tid 3
  @time=0.000;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  @time=0.039;@comm=x: y z;@cpu=1;@event=cpu-clock;@host=demo;@pid=10872;@tid=10872;x:_y_z;[unknown]
  @time=0.097;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  @time=0.148;@comm=my worker 1;@cpu=1;@event=cpu-clock;@host=demo;@pid=10869;@tid=10869;my_worker_1;[perf-10869.map]
  @time=0.197;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  # swapped
  time 5
  comm 3
  cpu 1
  event 1
  host 1
  pid 3
  tid 3
  @time=0.000;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  @time=0.039;@comm=x: y z;@cpu=1;@event=cpu-clock;@host=demo;@pid=10872;@tid=10872;x:_y_z;[unknown]
  @time=0.097;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]
  @time=0.148;@comm=my worker 1;@cpu=1;@event=cpu-clock;@host=demo;@pid=10869;@tid=10869;my_worker_1;[perf-10869.map]
  @time=0.197;@comm=my worker 2;@cpu=1;@event=cpu-clock;@host=demo;@pid=10870;@tid=10870;my_worker_2;[perf-10870.map]

# sorted

  $ printf '%s\n' '@time=9;@tid=1;b 1' '@time=10;@cpu=3;a 1' '@time=10;@cpu=12;a 1' '@cpu=3;(x) 1' '@cpu=3;@tid=1;a 1' \
  > 	'@cpu=3;a 1' '@cpu=3;@@ 1' 'a 1' '(x) 1' '@zone=1;a 1' '@@ 1' | collapse-filter | tee out
  (x) 1
  @@ 1
  @cpu=03;(x) 1
  @cpu=03;@@ 1
  @cpu=03;@tid=1;a 1
  @cpu=03;a 1
  @time=09;@tid=1;b 1
  @time=10;@cpu=03;a 1
  @time=10;@cpu=12;a 1
  @zone=1;a 1
  a 1
  $ sed 's/ 1$//' out | sort -c

# speedscope

  $ cat >in <<'END'
  > # flambeau: unit=ns
  > @time=2;@tid=8;@comm=b;main;g 1
  > @time=0.5;@tid=7;@comm=a;main;f 2
  > @time=10;@tid=7;@comm=a;main;f 2
  > @time=3;@tid=7;@comm=a;main;g 4
  > END
  $ export-speedscope --name x in
  {"$schema":"https://www.speedscope.app/file-format-schema.json",
  "exporter":"flambeau 0.3.0",
  "name":"x",
  "activeProfileIndex":0,
  "shared":{"frames":[
  {"name":"main"},
  {"name":"f"},
  {"name":"g"}
  ]},
  "profiles":[
  {"type":"sampled","name":"a 7","unit":"nanoseconds","startValue":0,"endValue":8,
  "samples":[
  [0,1],
  [0,2],
  [0,1]
  ],
  "weights":[2,4,2]},
  {"type":"sampled","name":"b 8","unit":"nanoseconds","startValue":0,"endValue":1,
  "samples":[
  [0,2]
  ],
  "weights":[1]}
  ]}
  $ collapse-filter --drop-label tid in | export-speedscope --name x
  {"$schema":"https://www.speedscope.app/file-format-schema.json",
  "exporter":"flambeau 0.3.0",
  "name":"x",
  "activeProfileIndex":0,
  "shared":{"frames":[
  {"name":"main"},
  {"name":"f"},
  {"name":"g"}
  ]},
  "profiles":[
  {"type":"sampled","name":"x","unit":"nanoseconds","startValue":0,"endValue":9,
  "samples":[
  [0,1],
  [0,2]
  ],
  "weights":[4,5]}
  ]}

# strace-times

  $ call() { printf '%s write(1) = 1\n > /bin/x(f+0x1) [0x1]\n' "$1"; }
  $ { call 23:59:59.5; call 00:00:01; call 00:00:00.75; } | collapse-strace --labels time=1s
  # flambeau: unit=calls
  @time=0;f;syscall:write 1
  @time=1;f;syscall:write 2
  $ { call 1700000000.25; call 1700000001.5; call 1700000000.125; } | collapse-strace --labels time=250ms
  # flambeau: unit=calls
  @time=0.00;f;syscall:write 2
  @time=1.25;f;syscall:write 1
  $ call 1700000000.25 | collapse-strace --labels time=250ms --absolute-time
  # flambeau: unit=calls
  @time=1700000000.25;f;syscall:write 1
  $ call 0.000123 | collapse-strace --labels time
  # flambeau: unit=calls
  f;syscall:write 1
  $ cat err
  collapse-strace: kept 1 sample earlier than time 0, labelled 0
  collapse-strace: the input has no label time; --list-labels prints what it has

# taken-off

  $ printf '%s\n' '@time=1;@cpu=1;main;f 1' '@time=2;@cpu=2;main;f 2' 'main;f 4' >in
  $ export-top in
  7 in 1 stack of 2 functions
   (esc)
    self   self %  total  total %  function
       7  100.00%      7  100.00%  f
       0    0.00%      7  100.00%  main
  $ difffolded in in
  main;f 7 7
  $ COLUMNS=60 flamegraph --text in
  |all (7 samples, 100%)______________________________________
  |main 100.00%_______________________________________________
  |f 100.00%__________________________________________________
  2 of 2 frames shown
  $ flamegraph in | grep -c @cpu
  0
  [1]

# threads

  $ for file in gdb/java.txt gdb/threads.txt elfutils/threads.txt faulthandler/work.txt ibmjava/native.txt perf-sched/wakeups.txt; do
  > 	tool=collapse-${file%/*}
  > 	echo "# $file"
  > 	"$tool" -q --list-labels "$FIXTURES/$file"
  > 	"$tool" -q --labels all "$FIXTURES/$file" >with
  > 	"$tool" -q -j 4 --labels all "$FIXTURES/$file" | cmp - with
  > 	sed -E 's/;[^@].*//' with | sort -u | head -4
  > 	"$tool" -q "$FIXTURES/$file" >without
  > 	collapse-filter --drop-label all with | cmp - without
  > done
  # gdb/java.txt
  thread 5
  tid 5
  @thread=GC Thread#1;@tid=6925
  @thread=Waiter - 12;@tid=6912
  @thread=epollWait-like;@tid=6913
  @thread=my worker "q" #;@tid=6911
  # gdb/threads.txt
  thread 7
  tid 7
  @thread=1234;@tid=3400
  @thread=kworker/0:1 fak;@tid=3402
  @thread=lead space;@tid=3403
  @thread=my worker 1;@tid=3398
  # elfutils/threads.txt
  pid 1
  tid 7
  @pid=7306;@tid=7306
  @pid=7306;@tid=7308
  @pid=7306;@tid=7309
  @pid=7306;@tid=7310
  # faulthandler/work.txt
  thread 3
  @thread=0x00007f6b9affd6c0
  @thread=0x00007f6b9b7fe6c0
  @thread=0x00007f6b9d40cb80
  # ibmjava/native.txt
  state 2
  thread 4
  tid 4
  @state=CW;@thread=worker : 2;@tid=7938
  @state=R;@thread=JIT Compilation Thread-000;@tid=7939
  @state=R;@thread=worker : 1;@tid=7937
  @thread=Anonymous native thread;@tid=7940
  # perf-sched/wakeups.txt
  time 2
  comm 2
  cpu 2
  pid 2
  state 2
  tid 2
  # flambeau: unit=us
  @time=0.00;@comm=db writer;@cpu=1;@pid=31862;@state=S;@tid=31863
  @time=0.00;@comm=reader;@cpu=0;@pid=31877;@state=D;@tid=31877
  @time=0.20;@comm=reader;@cpu=0;@pid=31877;@state=S;@tid=31877
  $ printf '%s\n' 'Thread 0x00007efe3d70d6c0 [pool worker [1]] (most recent call first):' '  File "/a.py", line 4 in leaf' '' \
  > 	'Current thread 0x00007efe3d70d6c1 (most recent call first):' '  File "/a.py", line 4 in leaf' |
  > 	collapse-faulthandler --labels thread
  @thread=0x00007efe3d70d6c1;/a.py:4:leaf 1
  @thread=pool worker [1];/a.py:4:leaf 1

a wait of 1.5 us by two threads: what the first row loses, the second gets

  $ wait() {
  > 	printf 'a %s [000] %s: sched:sched_switch: prev_comm=a prev_pid=%s prev_prio=1 prev_state=S ==> next_comm=b next_pid=9 next_prio=1\n\t1000 f (x)\n\n' "$1" "$2" "$1"
  > 	printf 'b 9 [000] %s: sched:sched_switch: prev_comm=b prev_pid=9 prev_prio=1 prev_state=R+ ==> next_comm=a next_pid=%s next_prio=1\n\t1000 g (x)\n\n' "$3" "$1"
  > }
  $ { wait 7 1.000000000 1.000001500; wait 8 2.000000000 2.000001500; } >waits
  $ collapse-perf-sched -q --labels tid,state,time=1s waits
  # flambeau: unit=us
  @time=0;@state=R+;@tid=9;b;g 999998
  @time=0;@state=S;@tid=7;a;f 1
  @time=1;@state=S;@tid=8;a;f 2
  $ collapse-perf-sched -q waits
  # flambeau: unit=us
  a;f 3
  b;g 999998

# too-many

  $ awk 'BEGIN { for (i = 100; i < 164; i++) printf "@l%d=1;", i; print "f 1" }' >in
  $ collapse-filter --add-label host=a in | grep -c host
  0
  [1]
  $ { printf '@cpu=1;' && awk 'BEGIN { for (i = 1; i < 65536; i++) printf "f;"; print "f 1" }'; } >deep
  $ collapse-filter --label-to-frame cpu deep | tr ';' '\n' | sed -n '1p;$='
  cpu=1
  65536
  $ printf '@cpu=1;main;f 1 2\n' | flamegraph --html >page
  $ grep -c DOCTYPE page
  1
  $ cat err
  collapse-filter: --add-label: stacks with 64 labels get no more
  collapse-filter: 1 stack is deeper than 65536 frames with its labels, cut at the leaf

# top-by

  $ cat >in <<'END'
  > @cpu=0;@tid=7;main;f 10
  > @cpu=1;@tid=7;main;g 5
  > @cpu=1;@tid=8;main;f;f 3
  > main;h 2
  > END
  $ export-top --by tid in
  20 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %  tid=7  tid=8  others  function
      13  65.00%     13   65.00%     10      3       0  f
       5  25.00%      5   25.00%      5      0       0  g
       2  10.00%      2   10.00%      0      0       2  h
       0   0.00%     20  100.00%      0      0       0  main
  $ export-top --by tid --sort total -f markdown in
  20 in 4 stacks of 4 functions
   (esc)
  | self | self % | total | total % | function | <code>tid&#61;7</code> | <code>tid&#61;8</code> | <code>others</code> |
  | --: | --: | --: | --: | :-- | --: | --: | --: |
  | 0 | 0.00 | 20 | 100.00 | <code>main</code> | 15 | 3 | 2 |
  | 13 | 65.00 | 13 | 65.00 | <code>f</code> | 10 | 3 | 0 |
  | 5 | 25.00 | 5 | 25.00 | <code>g</code> | 5 | 0 | 0 |
  | 2 | 10.00 | 2 | 10.00 | <code>h</code> | 0 | 0 | 2 |
  $ export-top --by cpu -f json in
  {"total":20,"by":"cpu","values":[{"value":"0","total":10},{"value":"1","total":8},{"value":null,"total":2}],"stacks":4,"functions":4,"top":[
  {"self":13,"self_percent":65.00,"total":13,"total_percent":65.00,"function":"f","by":[{"value":"0","self":10,"total":10},{"value":"1","self":3,"total":3}]},
  {"self":5,"self_percent":25.00,"total":5,"total_percent":25.00,"function":"g","by":[{"value":"1","self":5,"total":5}]},
  {"self":2,"self_percent":10.00,"total":2,"total_percent":10.00,"function":"h","by":[{"value":null,"self":2,"total":2}]},
  {"self":0,"self_percent":0.00,"total":20,"total_percent":100.00,"function":"main","by":[{"value":"0","self":0,"total":10},{"value":"1","self":0,"total":8},{"value":null,"self":0,"total":2}]}
  ]}
  $ export-top --by cpu -f csv in
  self,self_percent,total,total_percent,"self cpu=0","total cpu=0","self cpu=1","total cpu=1","self others","total others",function
  13,65.00,13,65.00,10,10,3,3,0,0,"f"
  5,25.00,5,25.00,0,0,5,5,0,0,"g"
  2,10.00,2,10.00,0,0,0,0,2,2,"h"
  0,0.00,20,100.00,0,10,0,8,0,2,"main"
  $ export-top --by nosuch in
  [1]
  $ awk 'BEGIN { for (i = 1; i <= 12; i++) printf "@tid=%d;main;f %d\n", i, i * 10 }' >many
  $ export-top --by tid --top 1 many
  780 in 1 stack of 2 functions
   (esc)
    self   self %  total  total %  tid=12  tid=11  tid=10  tid=9  tid=8  tid=7  tid=6  tid=5  others  function
     780  100.00%    780  100.00%     120     110     100     90     80     70     60     50     100  f
   (esc)
  and 1 more
  $ export-top --by tid -f csv many | head -1
  self,self_percent,total,total_percent,"self tid=12","total tid=12","self tid=11","total tid=11","self tid=10","total tid=10","self tid=9","total tid=9","self tid=8","total tid=8","self tid=7","total tid=7","self tid=6","total tid=6","self tid=5","total tid=5","self tid=4","total tid=4","self tid=3","total tid=3","self tid=2","total tid=2","self tid=1","total tid=1",function
  $ sed 's/$/ 1/' in >two
  $ export-top --by tid two
  [1]
  $ cat err
  export-top: no stack has the label nosuch; collapsers give labels with --labels
  export-top: --by is for profiles with one count per stack

# twice

  $ printf '%s\n' '@cpu=1;@cpu=2;f 1' '@time=1;@time=2;f 1' '@time=x;@cpu=1;f 1' '@time=-1;f 1' '@time=4000000000;f 1' \
  > 	'@time=1.2.3;f 1' '@time=;f 1' | collapse-filter
  @cpu=1;f 2
  @time=1;f 1
  f 4
  $ cat err
  collapse-filter: standard input:3: the label time is not a number of seconds; the stack is kept without it: 'x'
  collapse-filter: standard input:4: the label time is not a number of seconds; the stack is kept without it: '-1'
  collapse-filter: standard input:5: the label time is not a number of seconds; the stack is kept without it: '4000000000'
  collapse-filter: standard input:6: the label time is not a number of seconds; the stack is kept without it: '1.2.3'
  collapse-filter: standard input:7: the label time is not a number of seconds; the stack is kept without it
  collapse-filter: standard input:1: a label is given twice; the first is kept: 'cpu'
  collapse-filter: standard input:2: a label is given twice; the first is kept: 'time'
  collapse-filter: skipped 2 repeated labels
  collapse-filter: kept 5 stacks without their times, which are not numbers

# where-wrong

  $ for option in '--where cpu' '--where time=1' '--where cpu=[' '--time 1' '--time a,b' '--add-label x' '--add-label time=1'; do
  > 	collapse-filter $option </dev/null
  > 	echo $?
  > done
  2
  2
  2
  2
  2
  2
  2
  $ cat err
  collapse-filter: option '--where' cannot take 'cpu': NAME=REGEX is expected; try 'collapse-filter --help'
  collapse-filter: option '--where' cannot take 'time=1': use --time FROM,TO for times; try 'collapse-filter --help'
  collapse-filter: option '--where' cannot take 'cpu=[': at character 2: missing terminating ] for character class; try 'collapse-filter --help'
  collapse-filter: option '--time' cannot take '1': expected FROM,TO in seconds; one of them may be left out; try 'collapse-filter --help'
  collapse-filter: option '--time' cannot take 'a,b': expected FROM,TO in seconds; one of them may be left out; try 'collapse-filter --help'
  collapse-filter: option '--add-label' cannot take 'x': expected NAME=VALUE; NAME cannot be time; try 'collapse-filter --help'
  collapse-filter: option '--add-label' cannot take 'time=1': expected NAME=VALUE; NAME cannot be time; try 'collapse-filter --help'

# wheres

  $ cat >in <<'END'
  > @time=1;@cpu=0;@tid=7;main;f 1
  > @time=2;@cpu=1;@tid=7;main;f 2
  > @cpu=1;main;g 4
  > main;g 8
  > END
  $ collapse-filter --where cpu=1 in
  @cpu=1;main;g 4
  @time=2;@cpu=1;@tid=7;main;f 2
  $ collapse-filter --where cpu=1 --where 'tid=^7$' in
  @time=2;@cpu=1;@tid=7;main;f 2
  $ collapse-filter --where-not cpu=1 in
  @time=1;@cpu=0;@tid=7;main;f 1
  main;g 8
  $ collapse-filter --time 1,2 in
  @time=1;@cpu=0;@tid=7;main;f 1
  $ collapse-filter --time 2, in
  @time=2;@cpu=1;@tid=7;main;f 2
  $ collapse-filter --where cpu=9 in
  [1]
  $ cat err
  collapse-filter: left out 2 of 4 stacks
  collapse-filter: left out 3 of 4 stacks
  collapse-filter: left out 2 of 4 stacks
  collapse-filter: left out 3 of 4 stacks
  collapse-filter: left out 3 of 4 stacks
  collapse-filter: left out 4 of 4 stacks
  collapse-filter: no stacks are left; the labels are: cpu=1 (2), tid=7 (2), time from 1 to 2 (2), cpu=0 (1)

# wrong

  $ for list in time=0ms time=5 time=2days cpu=5 , ''; do
  > 	collapse-perf --labels "$list" </dev/null
  > 	echo $?
  > done
  2
  2
  2
  2
  2
  2
  $ collapse-massif --labels time </dev/null
  [2]
  $ echo $?
  2
  $ cat err
  collapse-perf: option '--labels' cannot take 'time=0ms': a bin is a time from 1ns to 86400s: time=20ms, time=500us; try 'collapse-perf --help'
  collapse-perf: option '--labels' cannot take 'time=5': a bin is a time from 1ns to 86400s: time=20ms, time=500us; try 'collapse-perf --help'
  collapse-perf: option '--labels' cannot take 'time=2days': a bin is a time from 1ns to 86400s: time=20ms, time=500us; try 'collapse-perf --help'
  collapse-perf: option '--labels' cannot take 'cpu=5': a bin is a time from 1ns to 86400s: time=20ms, time=500us; try 'collapse-perf --help'
  collapse-perf: option '--labels' cannot take ',': expected up to 32 names, separated by commas; try 'collapse-perf --help'
  collapse-perf: option '--labels' cannot take '': expected up to 32 names, separated by commas; try 'collapse-perf --help'
  collapse-massif: option '--labels' is not known; try 'collapse-massif --help'
