SPDX-License-Identifier: MIT

# cut-off
needs: collapse-cpuprofile

  $ head -c 1300 "$FIXTURES/chrome-tracing/node.json" | collapse-chrome-tracing --ns
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '\357\273\277[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":7,"name":"a"}\n,\n]' | collapse-chrome-tracing
  # flambeau: unit=us
  a 7
  $ cat err
  collapse-chrome-tracing: standard input:7: the file is cut off
  collapse-chrome-tracing: skipped 1 end of a file that is cut off
  collapse-chrome-tracing: no stacks in the input (7 lines)
  collapse-chrome-tracing: standard input:3: not understood: 'unallowed token at this point in JSON text'
  collapse-chrome-tracing: skipped 1 line not understood

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in ends ladder; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" chrome-tracing $kind 400000 >in
  > 	collapse-chrome-tracing in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-chrome-tracing 2>/dev/null | cmp - out
  > 	collapse-chrome-tracing --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == ends
  409 3164879
  collapse-chrome-tracing: skipped 4081 unfinished stacks, 3673 stacks beyond what the size of the input allows, 4081 end events without begin events
  collapse-chrome-tracing: no output: part of the input was not understood
  == ladder
  480 3195798
  collapse-chrome-tracing: skipped 6000 stacks beyond what the size of the input allows, 3332 parts of events that overlap others
  collapse-chrome-tracing: no output: part of the input was not understood

# half-a-microsecond
under the name of the script a half goes to the even neighbour, ours up

  $ cat >in <<'END'
  > [{"ph":"X","pid":1,"tid":1,"ts":0,"dur":10,"name":"all"},
  > {"ph":"X","pid":1,"tid":1,"ts":1,"dur":0.5,"name":"half"},
  > {"ph":"X","pid":1,"tid":1,"ts":2,"dur":1.5,"name":"one and a half"},
  > {"ph":"X","pid":1,"tid":1,"ts":4,"dur":2.5,"name":"two and a half"},
  > {"ph":"X","pid":1,"tid":1,"ts":7,"dur":0.499,"name":"less"},
  > {"ph":"X","pid":1,"tid":1,"ts":8,"dur":0.501,"name":"more"},
  > {"ph":"X","pid":1,"tid":1,"ts":9,"dur":0.25,"name":"twice"},
  > {"ph":"X","pid":1,"tid":1,"ts":9.5,"dur":0.25,"name":"twice"}]
  > END
  $ for tool in collapse-chrome-tracing stackcollapse-chrome-tracing.py "collapse-chrome-tracing --ns"; do
  > 	echo "# $tool"
  > 	$tool in
  > done
  # collapse-chrome-tracing
  # flambeau: unit=us
  all 4
  all;half 1
  all;more 1
  all;one and a half 2
  all;twice 1
  all;two and a half 3
  # stackcollapse-chrome-tracing.py
  all 4
  all;more 1
  all;one and a half 2
  all;two and a half 2
  # collapse-chrome-tracing --ns
  # flambeau: unit=ns
  all 4000
  all;half 500
  all;less 499
  all;more 501
  all;one and a half 1500
  all;twice 500
  all;two and a half 2500

# halves

  $ cat >in <<'END'
  > [{"ph":"B","pid":1,"tid":1,"ts":0,"name":"a"},
  > {"ph":"B","pid":1,"tid":1,"ts":10,"name":"b"},
  > {"ph":"B","pid":1,"tid":1,"ts":20,"name":"c"},
  > {"ph":"E","pid":1,"tid":1,"ts":30,"name":"b"},
  > {"ph":"E","pid":1,"tid":1,"ts":35,"name":"unknown"},
  > {"ph":"E","pid":1,"tid":1,"ts":40},
  > {"ph":"E","pid":1,"tid":1,"ts":41},
  > {"ph":"E","pid":1,"tid":2,"ts":9,"name":"x"},
  > {"ph":"B","pid":1,"tid":2,"ts":2,"name":"x"}]
  > END
  $ collapse-chrome-tracing <in
  # flambeau: unit=us
  a 20
  a;b 10
  a;b;c 10
  x 7
  $ cat err
  collapse-chrome-tracing: standard input:9: a stack that does not end
  collapse-chrome-tracing: standard input:9: an end event without a begin event
  collapse-chrome-tracing: standard input:9: an end event without a begin event
  collapse-chrome-tracing: skipped 1 unfinished stack, 2 end events without begin events

# joined

  $ cat "$FIXTURES/chrome-tracing/node.json" "$FIXTURES/chrome-tracing/node.json" | collapse-chrome-tracing -q --ns >one
  $ collapse-chrome-tracing -q --ns "$FIXTURES/chrome-tracing/node.json" "$FIXTURES/chrome-tracing/node.json" | cmp one -
  $ cat "$FIXTURES/chrome-tracing/open.json" "$FIXTURES/chrome-tracing/open.json" | collapse-chrome-tracing -q
  # flambeau: unit=us
  Frame 39
  Frame;Late 102
  Frame;Layout 30
  Frame;Layout;Style:Recalc 10
  Image 60
  Image;Decode 20
  open 20
  open;in 40

# name-of-the-original

  $ stackcollapse-chrome-tracing.py - <"$FIXTURES/chrome-tracing/open.json"
  Frame 34
  Frame;Late 51
  Frame;Style:Recalc 5
  Image 30
  Image;Decode 10
  in 20
  $ stackcollapse-chrome-tracing.py --ns x
  [2]
  $ echo "exit $?"
  exit 2
  $ echo "{\"traceEvents\":[]}" | stackcollapse-chrome-tracing.py
  $ cat err
  stackcollapse-chrome-tracing.py: standard input:13: continues after the end of the enclosing event, cut: 'Late'
  stackcollapse-chrome-tracing.py: skipped 1 part of an event that overlaps another one, 3 events that begin or end (collapse-chrome-tracing reads them)
  stackcollapse-chrome-tracing.py: option '--ns' is not known
  stackcollapse-chrome-tracing.py: usage: stackcollapse-chrome-tracing.py [OPTION...] [FILE...]

# node

  $ collapse-chrome-tracing <"$FIXTURES/chrome-tracing/node.json"
  # flambeau: unit=us
  MinorGC 34
  MinorGC;V8.GCScavenger 20
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER 33
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_EPILOGUE_SAFEPOINT 8
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_EPILOGUE_SAFEPOINT;V8.GC_HEAP_EPILOGUE_REDUCE_NEW_SPACE 3
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_EXTERNAL_WEAK_GLOBAL_HANDLES 29
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_PROLOGUE_SAFEPOINT 3
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE 103
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_FREE_REMEMBERED_SET 4
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_FINALIZE 11
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_PARALLEL 308
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_ROOTS 136
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_UPDATE_REFS 3
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_WEAK_GLOBAL_HANDLES_IDENTIFY 3
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_WEAK_GLOBAL_HANDLES_PROCESS 6
  MinorGC;V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SWEEP_ARRAY_BUFFERS 9
  MinorGC;V8.GCScavenger;V8.GC_TIME_TO_SAFEPOINT 2
  MinorGC;V8.GC_HEAP_DUMP_STATISTICS 81
  MinorGC;V8.GC_HEAP_EPILOGUE 4
  MinorGC;V8.GC_HEAP_PROLOGUE 5
  V8.GCScavenger 8
  V8.GCScavenger;V8.GC_SCAVENGER 10
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_EPILOGUE_SAFEPOINT 6
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_EPILOGUE_SAFEPOINT;V8.GC_HEAP_EPILOGUE_REDUCE_NEW_SPACE 1
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_EXTERNAL_WEAK_GLOBAL_HANDLES 10
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_HEAP_PROLOGUE_SAFEPOINT 2
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE 40
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_FREE_REMEMBERED_SET 1
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_FINALIZE 6
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_PARALLEL 128
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_ROOTS 57
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_UPDATE_REFS 1
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_WEAK_GLOBAL_HANDLES_IDENTIFY 2
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SCAVENGE_WEAK_GLOBAL_HANDLES_PROCESS 3
  V8.GCScavenger;V8.GC_SCAVENGER;V8.GC_SCAVENGER_SCAVENGE;V8.GC_SCAVENGER_SWEEP_ARRAY_BUFFERS 47
  V8.GCScavenger;V8.GC_TIME_TO_SAFEPOINT 1
  V8.GC_BACKGROUND_YOUNG_ARRAY_BUFFER_SWEEP 69
  V8.GC_HEAP_DUMP_STATISTICS 89
  V8.GC_HEAP_EPILOGUE 2
  V8.GC_HEAP_EXTERNAL_EPILOGUE 4
  V8.GC_HEAP_EXTERNAL_PROLOGUE 10979
  V8.GC_HEAP_PROLOGUE 2
  V8.GC_SCAVENGER_BACKGROUND_SCAVENGE_PARALLEL 300

# odd-events

  $ cat >in <<'END'
  > {"other":[{"ph":"X"}],"traceEvents":[
  > {"ph":"X","pid":1,"tid":1,"ts":0,"dur":-5,"name":"negative"},
  > {"ph":"X","pid":1,"tid":1,"ts":0,"name":"no length"},
  > {"ph":"X","pid":1,"tid":1,"dur":3,"name":"no time"},
  > {"ph":"X","pid":1,"tid":1,"ts":0,"dur":1e30,"name":"endless"},
  > {"ph":"X","pid":1,"tid":1,"ts":0,"dur":0,"name":"nothing"},
  > {"name":"no kind"},
  > {"dur":"2.0006","ts":"-1.5","name":"a;\u00e9\u0000\n","tid":1,"pid":1,"ph":"X","args":{"name":{"x":[1]}}},
  > {"ph":"X","pid":1,"tid":1,"ts":-0.0004,"dur":0.0004,"name":""},
  > {"ph":"X","pid":[1],"tid":null,"ts":5,"dur":1,"name":5}
  > ],"metadata":{"traceEvents":[]}}
  > END
  $ collapse-chrome-tracing --ns <in
  # flambeau: unit=ns
  5 1000
  a:é 2001
  $ cat err
  collapse-chrome-tracing: standard input:4: not understood: 'no time'
  collapse-chrome-tracing: standard input:7: not understood: 'no kind'
  collapse-chrome-tracing: standard input:2: cannot be counted: 'negative'
  collapse-chrome-tracing: standard input:3: cannot be counted: 'no length'
  collapse-chrome-tracing: standard input:5: cannot be counted: 'endless'
  collapse-chrome-tracing: skipped 2 lines not understood, 3 values that cannot be counted

# open-list

  $ collapse-chrome-tracing -v <"$FIXTURES/chrome-tracing/open.json"
  # flambeau: unit=us
  Frame 20
  Frame;Late 51
  Frame;Layout 15
  Frame;Layout;Style:Recalc 5
  Image 30
  Image;Decode 10
  open 10
  open;in 20
  $ cat err
  collapse-chrome-tracing: standard input:13: a stack that does not end: 'open'
  collapse-chrome-tracing: standard input:13: continues after the end of the enclosing event, cut: 'Late'
  collapse-chrome-tracing: skipped 1 unfinished stack, 1 part of an event that overlaps another one, 1 end of an asynchronous event, which --async counts

# opt-ns

  $ collapse-chrome-tracing -q --ns "$FIXTURES/chrome-tracing/open.json"
  # flambeau: unit=ns
  Frame 19500
  Frame;Late 50750
  Frame;Layout 15000
  Frame;Layout;Style:Recalc 5000
  Image 30000
  Image;Decode 10000
  open 10000
  open;in 20000

# opt-strict

  $ collapse-chrome-tracing --strict <"$FIXTURES/chrome-tracing/open.json"
  [1]
  $ cat err
  collapse-chrome-tracing: standard input:13: a stack that does not end: 'open'
  collapse-chrome-tracing: standard input:13: continues after the end of the enclosing event, cut: 'Late'
  collapse-chrome-tracing: skipped 1 unfinished stack, 1 part of an event that overlaps another one
  collapse-chrome-tracing: no output: part of the input was not understood

# opt-thread-names

  $ collapse-chrome-tracing -q --thread-names "$FIXTURES/chrome-tracing/open.json"
  # flambeau: unit=us
  Compositor;Frame 20
  Compositor;Frame;Late 51
  Compositor;Frame;Layout 15
  Compositor;Frame;Layout;Style:Recalc 5
  tid 8;Image 30
  tid 8;Image;Decode 10
  tid 8;open 10
  tid 8;open;in 20

# other-json

  $ printf '{"a":[1,2' | collapse-chrome-tracing
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,,2]}' | collapse-chrome-tracing
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,2]}' | collapse-chrome-tracing
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-chrome-tracing </dev/null
  [1]
  $ cat err
  collapse-chrome-tracing: standard input:1: the file is cut off
  collapse-chrome-tracing: skipped 1 end of a file that is cut off
  collapse-chrome-tracing: no stacks in the input (1 lines)
  collapse-chrome-tracing: standard input:1: cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-chrome-tracing: skipped 1 remainder of a file
  collapse-chrome-tracing: no stacks in the input (1 lines)
  collapse-chrome-tracing: standard input: this is JSON in no known format; collapse-guess --list names the formats
  collapse-chrome-tracing: nothing recognised: the input is empty

# samples
samples of V8's profiler are counted, not the spans beside them; of two profiles of a thread that of the browser itself

  $ cp "$FIXTURES/chrome-tracing/nodes-v8.json" .; collapse-chrome-tracing nodes-v8.json
  (root) 1
  [unknown] 1
  draw 2
  draw;(anonymous) (page.js:12) 2
  draw;(anonymous) (page.js:12);sort:rows 1
  old 2
  $ collapse-chrome-tracing -q --time nodes-v8.json
  # flambeau: unit=us
  (root) 20
  [unknown] 70
  draw 70
  draw;(anonymous) (page.js:12) 100
  draw;(anonymous) (page.js:12);sort:rows 40
  old 40
  $ collapse-chrome-tracing -q --time --ns nodes-v8.json | head -n 3
  # flambeau: unit=ns
  (root) 20000
  [unknown] 70000
  $ collapse-chrome-tracing -q --process-names --thread-names nodes-v8.json
  Renderer;Main;(root) 1
  Renderer;Main;[unknown] 1
  Renderer;Main;draw 2
  Renderer;Main;draw;(anonymous) (page.js:12) 2
  Renderer;Main;draw;(anonymous) (page.js:12);sort:rows 1
  pid 42;tid 3;old 2
  $ collapse-chrome-tracing --spans nodes-v8.json
  # flambeau: unit=us
  RunTask 200
  RunTask;Paint 100
  $ collapse-chrome-tracing -q --labels pid,tid,thread,time=50us nodes-v8.json
  @time=0.00000;@pid=41;@thread=Main;@tid=1;draw 1
  @time=0.00000;@pid=41;@thread=Main;@tid=1;draw;(anonymous) (page.js:12) 1
  @time=0.00005;@pid=41;@thread=Main;@tid=1;draw 1
  @time=0.00010;@pid=41;@thread=Main;@tid=1;draw;(anonymous) (page.js:12) 1
  @time=0.00015;@pid=41;@thread=Main;@tid=1;draw;(anonymous) (page.js:12);sort:rows 1
  @time=0.00020;@pid=41;@thread=Main;@tid=1;(root) 1
  @time=0.00020;@pid=41;@thread=Main;@tid=1;[unknown] 1
  @time=0.00290;@pid=42;@tid=3;old 2
  $ collapse-chrome-tracing --async nodes-v8.json
  [1]
  $ stackcollapse-chrome-tracing.py nodes-v8.json
  RunTask 200
  RunTask;Paint 100
  $ cat err
  collapse-chrome-tracing: nodes-v8.json:13: a node that is not in the tree
  collapse-chrome-tracing: skipped 1 node that is not in the tree, 2 spans, which --spans counts, 1 profile of a thread that Chrome itself watched, too
  collapse-chrome-tracing: nodes-v8.json:13: nothing that --spans, --samples or --async asks for; there are: 'samples'
  collapse-chrome-tracing: skipped 1 trace with nothing of the kind that was asked for
  collapse-chrome-tracing: no stacks in the input (13 lines)

# samples-after-spans
the first trace decides what is counted of all

  $ cat "$FIXTURES/chrome-tracing/node.json" "$FIXTURES/chrome-tracing/nodes-hermes.json" | collapse-chrome-tracing -v | head -n 2
  # flambeau: unit=us
  MinorGC 34
  $ cat "$FIXTURES/chrome-tracing/nodes-hermes.json" "$FIXTURES/chrome-tracing/node.json" | collapse-chrome-tracing -q --header
  # flambeau: unit=samples
  [root] 2
  [root];render 2
  [unknown] 1
  [unknown];lost 1
  $ cat err
  collapse-chrome-tracing: skipped 1 trace's samples, for the first trace has none (--samples)

# samples-list
samples beside the events, with a tree of frames: Hermes

  $ cp "$FIXTURES/chrome-tracing/nodes-hermes.json" .; collapse-chrome-tracing nodes-hermes.json
  [root] 2
  [root];render 2
  [unknown] 1
  [unknown];lost 1
  $ collapse-chrome-tracing -q --time --thread-names nodes-hermes.json
  # flambeau: unit=us
  js;[root] 150
  js;[root];render 350
  $ collapse-chrome-tracing -q --labels tid,time=100us nodes-hermes.json
  @time=0.0000;@tid=8;[root] 2
  @time=0.0000;@tid=9;[unknown];lost 1
  @time=0.0001;@tid=8;[root];render 1
  @time=0.0003;@tid=8;[root];render 1
  @time=0.0005;@tid=8;[unknown] 1
  $ collapse-chrome-tracing --spans nodes-hermes.json
  [1]
  $ cat err
  collapse-chrome-tracing: nodes-hermes.json:8: a node that is not in the tree
  collapse-chrome-tracing: nodes-hermes.json:8: a node that is not in the tree
  collapse-chrome-tracing: skipped 2 nodes that are not in the tree
  collapse-chrome-tracing: nodes-hermes.json:8: nothing that --spans, --samples or --async asks for; there are: 'samples'
  collapse-chrome-tracing: skipped 1 trace with nothing of the kind that was asked for
  collapse-chrome-tracing: no stacks in the input (8 lines)

# async
what is asynchronous counts where there is nothing else, or where it is asked for

  $ printf '%s\n' '[{"ph":"b","cat":"net","id":"0x1","name":"load","ts":10},{"ph":"b","cat":"net","id":"0x1","name":"dns","ts":12},' \
  > 	'{"ph":"b","cat":"net","id":"0x2","name":"load","ts":20},{"ph":"e","cat":"net","id":"0x1","name":"dns","ts":17},' \
  > 	'{"ph":"n","cat":"net","id":"0x1","name":"now","ts":18},{"ph":"e","cat":"net","id":"0x1","name":"load","ts":30},' \
  > 	'{"ph":"e","cat":"net","id2":{"local":"0x2"},"name":"load","ts":50}]' >in
  $ collapse-chrome-tracing in; sed 's/^\[/[{"ph":"X","name":"span","ts":0,"dur":9},/' in >both
  # flambeau: unit=us
  load 45
  load;dns 5
  $ collapse-chrome-tracing -v both
  # flambeau: unit=us
  span 9
  $ collapse-chrome-tracing --async both
  # flambeau: unit=us
  load 45
  load;dns 5
  $ collapse-chrome-tracing --async --spans both
  [2]
  $ cat err
  collapse-chrome-tracing: skipped 6 ends of asynchronous events, which --async counts
  collapse-chrome-tracing: --spans, --samples and --async exclude each other

# nothing
a trace without anything is said to be that

  $ printf '{"traceEvents":[]}' | collapse-chrome-tracing
  [1]
  $ printf '{"traceEvents":[]}{"traceEvents":[{"ph":"X","name":"a","ts":0,"dur":1}]}' | collapse-chrome-tracing
  # flambeau: unit=us
  a 1
  [1]
  $ cat err
  collapse-chrome-tracing: standard input:1: this trace has no spans and no samples
  collapse-chrome-tracing: skipped 1 trace without spans and samples
  collapse-chrome-tracing: no stacks in the input (1 lines)
  collapse-chrome-tracing: standard input:1: this trace has no spans and no samples
  collapse-chrome-tracing: skipped 1 trace without spans and samples
  collapse-chrome-tracing: the output is incomplete: the input is

# summaries
clang's sums of a compilation are no spans

  $ printf '%s\n' '{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":90,"name":"Source"},' \
  > 	'{"ph":"X","pid":1,"tid":2,"ts":0,"dur":90,"name":"Total Source","args":{"count":3,"avg ms":30}},' \
  > 	'{"ph":"X","pid":1,"tid":1,"ts":95,"dur":5,"name":"Total loss","args":{"count":3}}]}' | collapse-chrome-tracing -v
  # flambeau: unit=us
  Source 90
  Total loss 5
  $ cat err
  collapse-chrome-tracing: skipped 1 summary of clang

# mended
NaN, odd escapes and control bytes are read; what is no JSON costs its line, however the text is cut

  $ printf '%s\n' '{"traceEvents":[' '{"ph":"X","name":"C:\windows\new","ts":0,"dur":10,"args":{"loss":NaN,"a":[Infinity,-Infinity,-1]}},' \
  > 	'{"ph":"X","name":"NaN \"of\"","ts":-Infinity,"dur":10},' '{"ph":"X","name":"t	a\tb","ts":20,"dur":10},' \
  > 	'{"ph":"X","name":"a "quoted" word","ts":30,"dur":10},' '{"ph":"X","name":"after","ts":40,"dur":10},' \
  > 	'{"ph":"X","name":"two' 'lines","ts":50,"dur":10},' '{"ph":"X","name":"last","ts":60,"dur":10}],"end":1}' >in
  $ collapse-chrome-tracing in; for size in 1 2 3 5 7; do dd if=in bs=$size 2>/dev/null | collapse-chrome-tracing -q --no-header; done | sort | uniq -c | sed 's/^ *//'
  # flambeau: unit=us
  C:\windows ew 10
  after 10
  last 10
  t a b 10
  5 C:\windows ew 10
  5 after 10
  5 last 10
  5 t a b 10
  $ collapse-chrome-tracing --strict in
  [1]
  $ { printf '{"traceEvents":[\n{"ph":"X","name":"one","ts":0,"dur":1},\n{"ph":"X","name":"b'; printf '\n"x\n"y\n'; } | collapse-chrome-tracing
  # flambeau: unit=us
  one 1
  $ cat err
  collapse-chrome-tracing: in:3: not understood: 'NaN "of"'
  collapse-chrome-tracing: in:5: not understood: 'invalid char in json text.'
  collapse-chrome-tracing: in:7: not understood: 'invalid character inside string.'
  collapse-chrome-tracing: in:8: not understood
  collapse-chrome-tracing: skipped 4 lines not understood
  collapse-chrome-tracing: in:3: not understood: 'NaN "of"'
  collapse-chrome-tracing: in:5: not understood: 'invalid char in json text.'
  collapse-chrome-tracing: in:7: not understood: 'invalid character inside string.'
  collapse-chrome-tracing: in:8: not understood
  collapse-chrome-tracing: skipped 4 lines not understood
  collapse-chrome-tracing: no output: part of the input was not understood
  collapse-chrome-tracing: standard input:3: not understood: 'invalid character inside string.'
  collapse-chrome-tracing: standard input:4: not understood
  collapse-chrome-tracing: standard input:5: not understood
  collapse-chrome-tracing: skipped 3 lines not understood

# times-that-do-not-fit
times as large as numbers are neither wrapped nor dropped in silence

  $ printf '%s' '[{"ph":"P","name":"ProfileChunk","id":1,"pid":1,"tid":1,"args":{"data":{"startTime":9223372036854775807,"cpuProfile":{' \
  > 	'"nodes":[{"id":1,"callFrame":{"functionName":"f"}}],"samples":[1,1]},"timeDeltas":[9,9223372036854775000]}}}]' >in
  $ collapse-chrome-tracing --time in
  [1]
  $ collapse-chrome-tracing --labels time=1s in
  @time=3999999999;f 2
  $ printf '%s' '{"samples":[{"pid":1,"tid":1,"ts":-9223372036854775,"sf":1},{"pid":1,"tid":1,"ts":9223372036854775,"sf":1}],' \
  > 	'"stackFrames":{"1":{"name":"f"}}}' | collapse-chrome-tracing --time
  # flambeau: unit=us
  f 18446744073709550
  $ cat err
  collapse-chrome-tracing: in:1: count is too large
  collapse-chrome-tracing: skipped 1 count that is too large
  collapse-chrome-tracing: no output: part of the input was not understood

# a-buffer-that-overflowed

  $ echo '{"traceEvents":[{"ph":"M","name":"trace_buffer_overflowed","pid":1,"tid":1,"ts":0,"args":{"overflowed_at_ts":123}},{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10}]}' | collapse-chrome-tracing
  # flambeau: unit=us
  a 10
  $ cat err
  collapse-chrome-tracing: standard input:1: a buffer of the trace overflowed, so that events are missing
