SPDX-License-Identifier: MIT

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-jfr in.c in.c; echo "exit $?"
  exit 1
  $ collapse-jfr --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-jfr missing.txt
  [1]
  $ cat err
  collapse-jfr: nothing recognised in the input (2 lines)
  collapse-jfr: option '--no-such-option' is not known; try 'collapse-jfr --help'
  collapse-jfr: missing.txt: No such file or directory

# opt-event-filter

  $ f=$FIXTURES/jfr/short.txt
  $ collapse-jfr -v --event-filter jdk.ObjectAllocationSample "$f"
  # flambeau: event=jdk.ObjectAllocationSample
  # flambeau: unit=events
  [truncated];jdk.internal.platform.CgroupSubsystemController.getLongValue;jdk.internal.platform.CgroupSubsystemController.getStringValue;jdk.internal.platform.CgroupUtil.readStringValue;java.io.BufferedReader.readLine;java.io.BufferedReader.readLine 1
  [truncated];jdk.jfr.internal.StringPool$SimpleStringIdPool.addString;jdk.jfr.internal.StringPool$SimpleStringIdPool.storeString;java.util.concurrent.ConcurrentHashMap.put;java.util.concurrent.ConcurrentHashMap.putVal;java.util.concurrent.ConcurrentHashMap.initTable 1
  [unknown] 1
  $ collapse-jfr --event-filter jdk.ObjectAllocationSample --event-filter=jdk.ExecutionSample "$f"
  # flambeau: unit=events
  W.lambda$main$0;W.maps;java.lang.StringConcatHelper.prepend;java.lang.StringConcatHelper.prepend;java.lang.Integer.getChars 2
  [truncated];jdk.internal.jimage.ImageLocation.verify;jdk.internal.jimage.ImageLocation.verifyName;jdk.internal.jimage.ImageStringsReader.match;jdk.internal.jimage.BasicImageReader.match;jdk.internal.jimage.ImageStringsReader.stringFromByteBufferMatches 1
  [truncated];jdk.internal.platform.CgroupSubsystemController.getLongValue;jdk.internal.platform.CgroupSubsystemController.getStringValue;jdk.internal.platform.CgroupUtil.readStringValue;java.io.BufferedReader.readLine;java.io.BufferedReader.readLine 1
  [truncated];jdk.jfr.internal.StringPool$SimpleStringIdPool.addString;jdk.jfr.internal.StringPool$SimpleStringIdPool.storeString;java.util.concurrent.ConcurrentHashMap.put;java.util.concurrent.ConcurrentHashMap.putVal;java.util.concurrent.ConcurrentHashMap.initTable 1
  [unknown] 1
  java.lang.Thread.run;W.lambda$main$0;W.maps;java.util.TreeMap.merge;java.util.TreeMap.addEntry 2
  $ collapse-jfr --event-filter jdk.ThreadPark "$f"
  [1]
  $ cat err
  collapse-jfr: skipped 5 events of other kinds, 2 groups of callers that jfr print left out without --stack-depth
  collapse-jfr: skipped 3 groups of callers that jfr print left out without --stack-depth
  collapse-jfr: no stacks: none of 8 samples was selected
  collapse-jfr: --event-filter can select: jdk.ExecutionSample (5), jdk.ObjectAllocationSample (3)

# opt-names

  $ f=$FIXTURES/jfr/short.txt
  $ collapse-jfr -q --thread-names --shorten-pkgs "$f"
  main;[truncated];j.i.j.ImageLocation.verify;j.i.j.ImageLocation.verifyName;j.i.j.ImageStringsReader.match;j.i.j.BasicImageReader.match;j.i.j.ImageStringsReader.stringFromByteBufferMatches 1
  maps: 1;W.lambda$main$0;W.maps;j.l.StringConcatHelper.prepend;j.l.StringConcatHelper.prepend;j.l.Integer.getChars 2
  maps: 1;j.l.Thread.run;W.lambda$main$0;W.maps;j.u.TreeMap.merge;j.u.TreeMap.addEntry 2
  $ collapse-jfr -q --no-pkgs "$f"
  Thread.run;W.lambda$main$0;W.maps;TreeMap.merge;TreeMap.addEntry 2
  W.lambda$main$0;W.maps;StringConcatHelper.prepend;StringConcatHelper.prepend;Integer.getChars 2
  [truncated];ImageLocation.verify;ImageLocation.verifyName;ImageStringsReader.match;BasicImageReader.match;ImageStringsReader.stringFromByteBufferMatches 1

# recording
needs: gzip
a recording read itself, by threads, from a pipe, compressed, together with text

  $ f=$FIXTURES/jfr
  $ collapse-jfr -q "$f/shop-17.jfr"
  # flambeau: event=jdk.ExecutionSample
  # flambeau: unit=samples
  # flambeau: start=2026-11-24T22:54:38Z
  # flambeau: duration=0.614s
  # flambeau: samples=38
  # flambeau: cut=4
  [truncated];shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  [truncated];shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  [truncated];shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 2
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.allocate 8
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.allocate;java.util.HashMap.put 14
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.allocate;java.util.HashMap.put;java.util.HashMap.putVal 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price 4
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  java.lang.Thread.run;shop.Shop.lambda$start$1;shop.Shop.compute;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price;shop.Shop.price 1
  $ collapse-jfr -q --no-header --thread-names --no-pkgs -j 3 <"$f/shop-17.jfr" >plain
  $ gzip -c "$f/shop-17.jfr" >shop.jfr.gz
  $ collapse-jfr -q --no-header --thread-names --no-pkgs shop.jfr.gz | cmp - plain
  $ collapse-jfr --no-header "$f/java.jfr" "$f/short.txt" "$f/async.jfr"
  JavaThread::run(int);read;vfs_read 3
  W.lambda$main$0;W.maps;java.lang.StringConcatHelper.prepend;java.lang.StringConcatHelper.prepend;java.lang.Integer.getChars 2
  [truncated];jdk.internal.jimage.ImageLocation.verify;jdk.internal.jimage.ImageLocation.verifyName;jdk.internal.jimage.ImageStringsReader.match;jdk.internal.jimage.BasicImageReader.match;jdk.internal.jimage.ImageStringsReader.stringFromByteBufferMatches 1
  [truncated];shop.Main.main;java.util.HashMap$Node.get 1
  java.lang.Thread.run;W.lambda$main$0;W.maps;java.util.TreeMap.merge;java.util.TreeMap.addEntry 2
  shop.Main.main;get;JavaThread::run(int);read 3
  shop.Main.main;java.util.HashMap$Node.get 5
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 6
  $ collapse-guess -q --no-header "$f/tiny.jfr"
  [truncated];shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;java.util.HashMap$Node.get 2
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 3
  $ collapse-jfr -q --no-header --event alloc --no-pkgs "$f/shop-17.jfr" | grep -c '^[A-Z#]'
  3
  $ cat err
  collapse-jfr: skipped 1 group of callers that jfr print left out without --stack-depth
  collapse-jfr: kept 1 stack that was cut when it was recorded

# recording-async
async-profiler's: native frames by their names alone, states tell processor samples from wall clock ones

  $ f=$FIXTURES/jfr/async.jfr
  $ for event in cpu wall jdk.ExecutionSample cpu,jdk.ExecutionSample profiler.WallClockSample; do
  > 	echo "$event"
  > 	collapse-jfr --no-header --event $event --lines "$f"
  > done
  cpu
  JavaThread::run(int);read;vfs_read 3
  wall
  JavaThread::run(int);read 15
  jdk.ExecutionSample
  JavaThread::run(int);read;vfs_read 3
  shop.Main.main:4;get;JavaThread::run(int);read 3
  cpu,jdk.ExecutionSample
  JavaThread::run(int);read;vfs_read 3
  shop.Main.main:4;get;JavaThread::run(int);read 3
  profiler.WallClockSample
  JavaThread::run(int);read 15

# recording-events
what events count: words, names, weights

  $ f=$FIXTURES/jfr/java.jfr
  $ try() {
  > 	echo "$*"
  > 	collapse-jfr -q --no-header "$@" "$f"
  > }
  $ try --event park
  --event park
  [unknown] 120
  shop.Main.main;java.util.HashMap$Node.get 540
  $ try --event lock --classes
  --event lock --classes
  [unknown];shop.Lock 120
  shop.Main.main;java.util.HashMap$Node.get 180
  shop.Main.main;java.util.HashMap$Node.get;shop.Lock 360
  $ try --event alloc --classes --thread-names
  --event alloc --classes --thread-names
  main;shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add;byte[] 288
  main;shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add;java.lang.String[][] 352
  main;shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add;shop.Cart 1099511628112
  $ try --event ThreadPark --count
  --event ThreadPark --count
  [unknown] 3
  shop.Main.main;java.util.HashMap$Node.get 9
  $ try --event-filter jdk.ThreadPark --event alloc
  --event-filter jdk.ThreadPark --event alloc
  [unknown] 3
  shop.Main.main;java.util.HashMap$Node.get 9
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 12
  $ try --event jdk.ThreadPark --weight timeout
  --event jdk.ThreadPark --weight timeout
  [unknown] 12000000
  shop.Main.main;java.util.HashMap$Node.get 54000000
  $ try --event shop.Order --weight price
  --event shop.Order --weight price
  shop.Main.main;java.util.HashMap$Node.get 8
  $ try --event shop.Order --weight share
  --event shop.Order --weight share
  [1]
  $ try --event shop.Order --weight small
  --event shop.Order --weight small
  shop.Main.main;java.util.HashMap$Node.get 6
  $ try --event shop.Order --weight nothing
  --event shop.Order --weight nothing
  [1]
  $ try --states sleep,x
  --states sleep,x
  [truncated];shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;java.util.HashMap$Node.get 5
  $ try --time 0.000003,0.000006
  --time 0.000003,0.000006
  [truncated];shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 1
  $ try --from 0.000003 --to 0.000006
  --from 0.000003 --to 0.000006
  [truncated];shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 1
  $ try --list-events
  --list-events
  jdk.CPULoad	12	0
  jdk.ExecutionSample	12	12
  jdk.ObjectAllocationSample	12	12
  jdk.ThreadPark	12	9
  shop.Order	3	3
  $ try --event cpu --list-events
  --event cpu --list-events
  jdk.CPULoad	12	0
  jdk.ExecutionSample	12	12
  jdk.ObjectAllocationSample	12	12
  jdk.ThreadPark	12	9
  shop.Order	3	3
  $ cat err
  collapse-jfr: no stacks: none of 3 samples was selected
  collapse-jfr: no stacks: none of 3 samples was selected

# recording-lost
needs: python3
what the JVM lost is said with its number: samples where they are counted, bytes of events of any type always

  $ python3 -B "$TESTS/system/recordings/jfr.py" .
  $ collapse-jfr lost.jfr
  # flambeau: event=jdk.CPUTimeSample
  # flambeau: unit=samples
  # flambeau: start=2023-11-14T22:13:20Z
  # flambeau: duration=1s
  # flambeau: samples=6
  # flambeau: lost=14
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 6
  $ collapse-jfr --no-header --event park <lost.jfr
  shop.Main.main;java.util.HashMap$Node.get 20
  $ collapse-jfr --no-header --event DataLoss --weight amount lost.jfr
  [unknown] 65424
  $ collapse-jfr --list-events lost.jfr
  jdk.CPUTimeSample	6	6
  jdk.CPUTimeSamplesLost	4	0
  jdk.DataLoss	4	0
  jdk.ThreadPark	2	2
  $ cat err
  collapse-jfr: the JVM lost 14 samples
  collapse-jfr: the JVM lost events of 65424 bytes
  collapse-jfr: the JVM lost events of 65424 bytes

# recording-wrong
what cannot be done, and why

  $ f=$FIXTURES/jfr
  $ collapse-jfr --event alloc,lock "$f/java.jfr"; echo $?
  2
  $ collapse-jfr --event , "$f/java.jfr"; echo $?
  2
  $ collapse-jfr --time 1 "$f/java.jfr"; echo $?
  2
  $ collapse-jfr --time 0.0000000001, "$f/java.jfr"; echo $?
  2
  $ collapse-jfr --event alloc "$f/short.txt" 2>&1 | sed "s,$FIXTURES,fixtures,"
  collapse-jfr: fixtures/jfr/short.txt is text of jfr print, which rounds values: give the recording, or --count
  $ collapse-jfr --lines "$f/short.txt" 2>&1 | sed "s,$FIXTURES,fixtures,"
  collapse-jfr: --lines is for a recording of Java Flight Recorder, and fixtures/jfr/short.txt is text
  $ collapse-jfr --event exceptions "$f/java.jfr"; echo $?
  1
  $ collapse-jfr --states parked "$f/java.jfr"; echo $?
  1
  $ collapse-jfr --event exceptions --list-events "$f/tiny.jfr"; echo $?
  jdk.ExecutionSample	6	6
  0
  $ printf 'FLR\0' | collapse-jfr; echo $?
  1
  $ printf 'FLR\0' | collapse-jfr --list-events; echo $?
  1
  $ head -c 2000 "$f/tiny.jfr" >cut.jfr
  $ collapse-jfr cut.jfr; echo $?
  # flambeau: event=jdk.ExecutionSample
  # flambeau: unit=samples
  # flambeau: start=2023-11-14T22:13:20Z
  # flambeau: duration=1s
  # flambeau: samples=3
  # flambeau: unnamed=3
  [unknown] 3
  0
  $ head -c -14 "$f/tiny.jfr" >cut.jfr
  $ collapse-jfr --no-header cut.jfr; echo $?
  [unknown] 6
  0
  $ collapse-jfr --strict cut.jfr; echo $?
  1
  $ { cat "$f/tiny.jfr"; echo more; } >more.jfr
  $ collapse-jfr -q --no-header more.jfr; echo $?
  [truncated];shop.Main.main;java.util.HashMap$Node.get 1
  shop.Main.main;java.util.HashMap$Node.get 2
  shop.Main.main;shop.Cart$Line.<init>;shop.Cart.add 3
  0
  $ collapse-jfr --strict more.jfr; echo $?
  1
  $ cp "$f/tiny.jfr" .
  $ collapse-perf tiny.jfr
  [1]
  $ cat err
  collapse-jfr: --event: bytes and nanoseconds cannot be added; collapse each separately, or --count the events
  collapse-jfr: --event needs the name of an event
  collapse-jfr: option '--time' cannot take '1': expected FROM,TO; one of them may be left out; try 'collapse-jfr --help'
  collapse-jfr: option '--time' cannot take '0.0000000001,': a time is seconds from the start of the recording, with up to nine decimals; try 'collapse-jfr --help'
  collapse-jfr: no such events; it has jdk.ExecutionSample (12), jdk.ObjectAllocationSample (12), jdk.ThreadPark (12), shop.Order (3): --event, --list-events
  collapse-jfr: no stacks: none of 12 samples was selected
  collapse-jfr: standard input: byte 0: what follows is no chunk of a recording, ignored
  collapse-jfr: no events in the recording
  collapse-jfr: standard input: byte 0: what follows is no chunk of a recording, ignored
  collapse-jfr: no events in the recording
  collapse-jfr: cut.jfr: byte 0: unfinished chunk, read up to its end: it was being written, or is cut
  collapse-jfr: cut.jfr: byte 0: unfinished chunk, read up to its end: it was being written, or is cut
  collapse-jfr: cut.jfr: byte 0: unfinished chunk, read up to its end: it was being written, or is cut
  collapse-jfr: no output: part of the input was not understood
  collapse-jfr: more.jfr: byte 2429: what follows is no chunk of a recording, ignored
  collapse-jfr: kept 1 stack that was cut when it was recorded
  collapse-jfr: no output: part of the input was not understood
  collapse-perf: tiny.jfr: this is a recording of Java Flight Recorder; try: collapse-jfr tiny.jfr | flamegraph > out.svg

# samples

  $ collapse-jfr <"$FIXTURES/jfr/samples.txt"
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.maps 1
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.sorted;java.lang.Integer.toString 1
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort;java.util.TimSort.binarySort;java.util.Comparator.lambda$thenComparing$36697e65$1;java.util.Comparator.lambda$comparing$77a9974f$1 1
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort;java.util.TimSort.mergeCollapse;java.util.TimSort.mergeAt;java.util.TimSort.mergeHi;java.util.Comparator.lambda$thenComparing$36697e65$1;java.util.Comparator.lambda$comparing$77a9974f$1 1
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort;java.util.TimSort.mergeCollapse;java.util.TimSort.mergeAt;java.util.TimSort.mergeLo;java.util.Comparator.lambda$thenComparing$36697e65$1;java.util.Collections$ReverseComparator.compare;java.util.Collections$ReverseComparator.compare;java.lang.String.compareTo;java.lang.String.compareTo;java.lang.StringLatin1.compareTo;java.lang.StringLatin1.compareTo 1
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort;java.util.TimSort.mergeForceCollapse;java.util.TimSort.mergeAt;java.util.TimSort.mergeHi;java.util.Comparator.lambda$thenComparing$36697e65$1;java.util.Collections$ReverseComparator.compare;java.util.Collections$ReverseComparator.compare;java.lang.String.compareTo;java.lang.String.compareTo;java.lang.StringLatin1.compareTo;java.lang.StringLatin1.compareTo 1
  java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.streams;java.util.stream.ReferencePipeline.collect;java.util.stream.AbstractPipeline.evaluate;java.util.stream.ReduceOps$ReduceOp.evaluateSequential;java.util.stream.AbstractPipeline.wrapAndCopyInto;java.util.stream.AbstractPipeline.copyInto;java.util.Spliterator$OfInt.forEachRemaining;java.util.stream.Streams$RangeIntSpliterator.forEachRemaining;java.util.stream.IntPipeline$1$1.accept;java.util.stream.ReferencePipeline$2$1.accept;java.util.stream.ReferencePipeline$3$1.accept;Work.lambda$streams$1;java.lang.StringConcatHelper.simpleConcat;java.lang.StringConcatHelper.newString 1
  jdk.jfr.internal.dcmd.AbstractDCmd.execute;jdk.jfr.internal.dcmd.DCmdStart.execute;jdk.jfr.Recording.start;jdk.jfr.internal.PlatformRecording.start;jdk.jfr.internal.PlatformRecorder.start;jdk.jfr.internal.RequestEngine.doChunkBegin;java.lang.invoke.MethodHandleNatives.linkMethodHandleConstant;java.lang.invoke.MethodHandles$Lookup.linkMethodHandleConstant 1
  jdk.jfr.internal.dcmd.AbstractDCmd.execute;jdk.jfr.internal.dcmd.DCmdStart.execute;jdk.jfr.Recording.start;jdk.jfr.internal.PlatformRecording.start;jdk.jfr.internal.PlatformRecorder.start;jdk.jfr.internal.RequestEngine.doChunkBegin;jdk.jfr.internal.RequestEngine.doChunk;jdk.jfr.internal.RequestEngine$RequestHook.execute;jdk.jfr.internal.instrument.JDKEvents.emitContainerConfiguration;jdk.internal.platform.CgroupMetrics.getMemoryLimit;jdk.internal.platform.cgroupv1.CgroupV1Subsystem.getMemoryLimit;jdk.internal.platform.cgroupv1.CgroupV1SubsystemController.getLongValueMatchingLine;jdk.internal.platform.CgroupSubsystemController.getLongValueMatchingLine;jdk.internal.platform.CgroupUtil.readAllLinesPrivileged;java.security.AccessController.doPrivileged;jdk.internal.platform.CgroupUtil.lambda$readAllLinesPrivileged$2;java.nio.file.Files.readAllLines;java.nio.file.Files.readAllLines;java.io.BufferedReader.readLine;java.io.BufferedReader.readLine;java.io.BufferedReader.fill;java.io.InputStreamReader.read;sun.nio.cs.StreamDecoder.read;sun.nio.cs.StreamDecoder.implRead;java.nio.charset.CharsetDecoder.decode;sun.nio.cs.UTF_8$Decoder.decodeLoop;sun.nio.cs.UTF_8$Decoder.decodeArrayLoop;java.lang.System$2.decodeASCII;java.lang.String.decodeASCII;java.lang.StringCoding.hasNegatives 1

# select-nothing
what could have been selected, the most frequent first

  $ collapse-jfr --event-filter nosuch "$FIXTURES/jfr/samples.txt"; echo $?
  1
  $ sed 's/jdk.ExecutionSample/jdk.Other/' "$FIXTURES/jfr/samples.txt" | collapse-jfr -j 3 --chunk-size 100
  [1]
  $ cat err
  collapse-jfr: no stacks: none of 9 samples was selected
  collapse-jfr: --event-filter can select: jdk.ExecutionSample (9)
  collapse-jfr: no stacks: none of 9 samples was selected
  collapse-jfr: --event-filter can select: jdk.Other (9)

# short

  $ collapse-jfr <"$FIXTURES/jfr/short.txt"
  W.lambda$main$0;W.maps;java.lang.StringConcatHelper.prepend;java.lang.StringConcatHelper.prepend;java.lang.Integer.getChars 2
  [truncated];jdk.internal.jimage.ImageLocation.verify;jdk.internal.jimage.ImageLocation.verifyName;jdk.internal.jimage.ImageStringsReader.match;jdk.internal.jimage.BasicImageReader.match;jdk.internal.jimage.ImageStringsReader.stringFromByteBufferMatches 1
  java.lang.Thread.run;W.lambda$main$0;W.maps;java.util.TreeMap.merge;java.util.TreeMap.addEntry 2
  $ cat err
  collapse-jfr: skipped 1 group of callers that jfr print left out without --stack-depth

# text-events
words for text, too, as far as events count 1

  $ f=$FIXTURES/jfr/short.txt
  $ collapse-jfr -q --event cpu --no-pkgs "$f"
  # flambeau: unit=events
  Thread.run;W.lambda$main$0;W.maps;TreeMap.merge;TreeMap.addEntry 2
  W.lambda$main$0;W.maps;StringConcatHelper.prepend;StringConcatHelper.prepend;Integer.getChars 2
  [truncated];ImageLocation.verify;ImageLocation.verifyName;ImageStringsReader.match;BasicImageReader.match;ImageStringsReader.stringFromByteBufferMatches 1
  $ collapse-jfr -q --event alloc --count "$f"
  # flambeau: unit=events
  [truncated];jdk.internal.platform.CgroupSubsystemController.getLongValue;jdk.internal.platform.CgroupSubsystemController.getStringValue;jdk.internal.platform.CgroupUtil.readStringValue;java.io.BufferedReader.readLine;java.io.BufferedReader.readLine 1
  [truncated];jdk.jfr.internal.StringPool$SimpleStringIdPool.addString;jdk.jfr.internal.StringPool$SimpleStringIdPool.storeString;java.util.concurrent.ConcurrentHashMap.put;java.util.concurrent.ConcurrentHashMap.putVal;java.util.concurrent.ConcurrentHashMap.initTable 1
  [unknown] 1
  $ sed 's/jdk.ExecutionSample/jdk.CPUTimeSample/' "$f" | collapse-jfr -q --event cpu --no-pkgs
  # flambeau: unit=events
  Thread.run;W.lambda$main$0;W.maps;TreeMap.merge;TreeMap.addEntry 2
  W.lambda$main$0;W.maps;StringConcatHelper.prepend;StringConcatHelper.prepend;Integer.getChars 2
  [truncated];ImageLocation.verify;ImageLocation.verifyName;ImageStringsReader.match;BasicImageReader.match;ImageStringsReader.stringFromByteBufferMatches 1

# unfinished

  $ cat >in <<'END'
  > not an event
  > jdk.ExecutionSample {
  >   sampledThread = "a"
  >   stackTrace = [
  >     A.a() line: 1
  > jdk.CPUTimeSample {
  >   stackTrace = N/A
  > }
  > jdk.ExecutionSample {
  >   values = [
  >     3
  >   ]
  >   stackTrace = [
  >     B.b(byte[]) line: 1
  >   ]
  > END
  $ collapse-jfr in
  A.a 1
  B.b 1
  [unknown] 1
  $ collapse-jfr --strict in
  [1]
  $ cat err
  collapse-jfr: in:1: not understood: 'not an event'
  collapse-jfr: in:10: not understood: 'values = ['
  collapse-jfr: in:6: a stack that does not end
  collapse-jfr: in:16: a stack that does not end
  collapse-jfr: skipped 2 lines not understood, 2 unfinished stacks
  collapse-jfr: in:1: not understood: 'not an event'
  collapse-jfr: in:10: not understood: 'values = ['
  collapse-jfr: in:6: a stack that does not end
  collapse-jfr: in:16: a stack that does not end
  collapse-jfr: skipped 2 lines not understood, 2 unfinished stacks
  collapse-jfr: no output: part of the input was not understood

# text-of-what-was-lost

  $ cat >in <<'EOF'
  > jdk.ExecutionSample {
  >   startTime = 10:00:00.123 (2026-03-01)
  >   sampledThread = "main" (javaThreadId = 1)
  >   state = "STATE_RUNNABLE"
  >   stackTrace = [
  >     Main.f(int) line: 3
  >     Main.main(String[]) line: 9
  >   ]
  > }
  >
  > jdk.DataLoss {
  >   startTime = 10:00:01.123 (2026-03-01)
  >   amount = 12.3 kB
  >   total = 12.3 kB
  > }
  >
  > jdk.CPUTimeSamplesLost {
  >   startTime = 10:00:02.123 (2026-03-01)
  >   lostSamples = 12
  >   eventThread = "main" (javaThreadId = 1)
  > }
  >
  > EOF
  $ collapse-jfr in
  Main.main;Main.f 1
  $ cat err
  collapse-jfr: skipped 12 samples that the JVM lost, 1 time that the JVM lost events
