SPDX-License-Identifier: MIT

# cut-off

  $ head -c 1300 "$FIXTURES/chrome-tracing/node.json" | collapse-chrome-tracing --ns
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '\357\273\277[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":7,"name":"a"}\n,\n]' | collapse-chrome-tracing
  # flambeau: unit=us
  a 7
  [1]
  $ cat err
  collapse-chrome-tracing: standard input:7: the file is cut off
  collapse-chrome-tracing: skipped 1 end of a file that is cut off
  collapse-chrome-tracing: nothing recognised in the input (7 lines)
  collapse-chrome-tracing: standard input:3: cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-chrome-tracing: skipped 1 remainder of a file
  collapse-chrome-tracing: the output is incomplete: the input is

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
  collapse-chrome-tracing: skipped 1 unfinished stack, 1 part of an event that overlaps another one, 1 asynchronous event, which is on no stack

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
  thread 8;Image 30
  thread 8;Image;Decode 10
  thread 8;open 10
  thread 8;open;in 20

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
  collapse-chrome-tracing: nothing recognised in the input (1 lines)
  collapse-chrome-tracing: standard input:1: cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-chrome-tracing: skipped 1 remainder of a file
  collapse-chrome-tracing: nothing recognised in the input (1 lines)
  collapse-chrome-tracing: standard input: this is JSON in no known format; collapse-guess --list names the formats
  collapse-chrome-tracing: nothing recognised: the input is empty
