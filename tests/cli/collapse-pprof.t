SPDX-License-Identifier: MIT

# cpu
needs: gzip

  $ collapse-pprof "$FIXTURES/pprof/go-cpu.pb.gz"
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: frequency=100
  # flambeau: start=2026-11-20T14:41:51Z
  # flambeau: duration=5.16s
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate;compress/flate.(*compressor).writeBlock;compress/flate.(*huffmanBitWriter).writeBlock;compress/flate.(*huffmanBitWriter).generateCodegen;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate;runtime.asyncPreempt 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.(*mcache).allocLarge;runtime.deductSweepCredit;runtime.sweepone;runtime.(*mheap).nextSpanForSweep;runtime.(*spanSet).pop 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.markroot;runtime.markrootBlock 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.markroot;runtime.markrootBlock;runtime.scanblock 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcStart;runtime.systemstack;runtime.gcStart.func1;runtime.finishsweep_m;runtime.(*spanSet).reset 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.memclrNoHeapPointersChunked;runtime.memclrNoHeapPointers 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.markroot;runtime.markroot.func1;runtime.scanstack;runtime.gentraceback;runtime.scanstack.func1;runtime.scanframeworker;runtime.getStackMap;runtime.pcdatavalue;runtime.pcvalue;runtime.step 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.findObject 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.gcMarkDone;runtime.systemstack;runtime.gcMarkDone.func1;runtime.forEachP;runtime.gcMarkDone.func1.1;runtime.wbBufFlush1;runtime.findObject;runtime.spanOf 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.greyobject;runtime.(*gcWork).putFast 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.next 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.heapBitsSetType;runtime.heapBitsSetTypeGCProg;runtime.runGCProg 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.memclrNoHeapPointers 100000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.profilealloc;runtime.mProf_Malloc;runtime.lock;runtime.lockWithRank;runtime.lock2 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;crypto/sha256.Sum256;crypto/sha256.(*digest).Write;crypto/sha256.block 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.(*encodeState).string 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.(*encodeState).string;bytes.(*Buffer).WriteString 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.(*encodeState).string;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;reflect.(*MapIter).Value;reflect.copyVal;reflect.unsafe_New;runtime.mallocgc;runtime.getMCache 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;runtime.makeslice;runtime.mallocgc;runtime.heapBitsSetType 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;sort.Slice;sort.pdqsort_func;sort.partition_func;internal/reflectlite.Swapper.func9;internal/reflectlite.typedmemmove;reflect.typedmemmove;runtime.typedmemmove;runtime.bulkBarrierPreWrite;runtime.wbBufFlush;runtime.systemstack;runtime.wbBufFlush.func1;runtime.wbBufFlush1;runtime.findObject 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;sort.Slice;sort.pdqsort_func;sort.pdqsort_func;sort.insertionSort_func;internal/reflectlite.Swapper.func9;internal/reflectlite.typedmemmove;reflect.typedmemmove;runtime.typedmemmove;runtime.bulkBarrierPreWrite;runtime.wbBufFlush;runtime.systemstack;runtime.wbBufFlush.func1;runtime.wbBufFlush1;runtime.markBits.isMarked 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber;strconv.ParseFloat;strconv.parseFloatPrefix;strconv.atof64;strconv.readFloat 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;reflect.Value.Set;reflect.Value.assignTo;reflect.valueInterface 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.PointerTo;reflect.(*rtype).ptrTo;reflect.(*rtype).typeOff;reflect.resolveTypeOff;runtime.(*_type).typeOff;runtime.resolveTypeOff 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.Convert;reflect.cvtBytesString;reflect.makeString 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.SetMapIndex;reflect.mapassign_faststr;runtime.mapassign_faststr 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.SetMapIndex;reflect.mapassign_faststr;runtime.mapassign_faststr;runtime.growWork_faststr;runtime.evacuate_faststr;aeshashbody 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;runtime.convTslice;runtime.mallocgc;runtime.heapBitsSetType 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.checkValid;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;fmt.Sprintf;fmt.(*pp).doPrintf;fmt.(*buffer).writeString;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;fmt.Sprintf;fmt.(*pp).doPrintf;fmt.(*pp).printArg 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;fmt.Sprintf;runtime.slicebytetostring;runtime.mallocgc 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;fmt.Sprintf;runtime.slicebytetostring;runtime.mallocgc;runtime.acquirem 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.(*Circle).Area 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;runtime.asyncPreempt 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).ReplaceAllStringFunc.func1;main.work.func2;strings.ToUpper;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).doExecute;regexp.(*Regexp).backtrack;regexp.(*bitState).reset;runtime.memclrNoHeapPointers 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;runtime.mapassign_faststr;runtime.growWork_faststr;runtime.evacuate_faststr;runtime.isEmpty 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;runtime.mapassign_faststr;runtime.isEmpty 10000000
  main.main.func2;time.Now;runtime.asyncPreempt 10000000
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send 10000000
  net/http.(*persistConn).readLoop;runtime.selectgo;runtime.(*waitq).dequeueSudoG;runtime.gcWriteBarrierR8;runtime.gcWriteBarrier;runtime.wbBufFlush;runtime.systemstack;runtime.wbBufFlush.func1;runtime.wbBufFlush1;runtime.findObject 10000000
  net/http.(*persistConn).writeLoop;bufio.(*Writer).Flush;net/http.persistConnWriter.Write;net.(*conn).Write;net.(*netFD).Write;internal/poll.(*FD).Write;internal/poll.ignoringEINTRIO;syscall.Write;syscall.write;syscall.Syscall;syscall.RawSyscall6;runtime/internal/syscall.Syscall6 10000000
  runtime.bgscavenge;runtime.(*scavengerState).run;runtime.(*scavengerState).init.func2;runtime.(*pageAlloc).scavenge;runtime.systemstack;runtime.(*pageAlloc).scavenge.func1;runtime.(*pageAlloc).scavengeOne;runtime.sysUnused;runtime.sysUnusedOS;runtime.madvise 40000000
  runtime.bgsweep 10000000
  runtime.bgsweep;runtime.freeSomeWbufs;runtime.unlock;runtime.unlockWithRank;runtime.unlock2 10000000
  runtime.bgsweep;runtime.lock;runtime.lockWithRank;runtime.lock2 10000000
  runtime.bgsweep;runtime.unlock;runtime.unlockWithRank;runtime.unlock2 30000000
  runtime.main;main.main;runtime/pprof.(*Profile).WriteTo;runtime/pprof.writeGoroutine;runtime/pprof.writeRuntimeProfile;runtime/pprof.printCountProfile;text/tabwriter.(*Writer).Flush;text/tabwriter.(*Writer).flush;text/tabwriter.(*Writer).flushNoDefers;text/tabwriter.(*Writer).format;text/tabwriter.(*Writer).writeLines;text/tabwriter.(*Writer).write0;os.(*File).Write;os.(*File).write;internal/poll.(*FD).Write;internal/poll.ignoringEINTRIO;syscall.Write;syscall.write;syscall.Syscall;syscall.RawSyscall6;runtime/internal/syscall.Syscall6 10000000
  runtime.mcall;runtime.gosched_m;runtime.goschedImpl;runtime.casgstatus;runtime.nanotime 10000000
  runtime.mcall;runtime.park_m;runtime.schedule;runtime.findRunnable;runtime.netpoll;runtime.epollwait 10000000
  runtime.mcall;runtime.park_m;runtime.schedule;runtime.findRunnable;runtime.stealWork;runtime.runqsteal;runtime.runqgrab;runtime.usleep 10000000

# drop-frames
needs: python3

  $ for c in drop drop-part drop-wrong; do python3 "$INPUTS/make.py" $c | collapse-pprof; done
  main;keep_malloc 3
  main;work 1
  main;wrap 4
  malloc;main 5
  malloc;work 2
  main;keep_malloc;brk 3
  main;work;malloc;brk 1
  main;wrap;malloc 4
  malloc;main;malloc;work 5
  malloc;work 2
  main;keep_malloc;brk 3
  main;work;malloc;brk 1
  main;wrap;malloc 4
  malloc;main;malloc;work 5
  malloc;work 2
  $ python3 "$INPUTS/make.py" drop-wrong | collapse-pprof --strict
  [1]
  $ cat err
  collapse-pprof: standard input: no frames are dropped: 'mallo(' is not a valid expression: at character 13: missing closing parenthesis
  collapse-pprof: standard input: no frames are dropped: 'mallo(' is not a valid expression: at character 13: missing closing parenthesis
  collapse-pprof: no output: part of the input was not understood

# err-cut-binary
needs: gzip
Binary input is not taken for text, however much some of its bytes look like it.

  $ for size in 5661 6745; do
  > 	gzip -dc "$FIXTURES"/pprof/go-cpu.pb.gz | head -c $size | collapse-pprof
  > 	echo "exit $?"
  > done
  exit 1
  exit 1
  $ cat err
  collapse-pprof: standard input: byte 5650: profile: ends inside of a field
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 6734: profile: ends inside of a field
  collapse-pprof: no output: part of the input was not understood

# err-not-whole
needs: gzip

  $ f="$FIXTURES/pprof/go-block.pb.gz"
  $ head -c 1000 "$f" >cut.gz
  $ (head -c 1000 "$f"; printf xxxxx; tail -c +1006 "$f") >bad.gz
  $ (cat "$f"; printf x) >tail.gz
  $ gzip -dc "$f" >raw
  $ head -c 1000 raw >cut
  $ cat raw raw >twice
  $ printf "" >empty
  $ for i in cut.gz bad.gz tail.gz cut twice empty; do collapse-pprof -q $i; done
  [1]
  $ collapse-pprof "$f" empty
  [1]
  $ printf "main;work 1\n" | collapse-pprof
  [1]
  $ cat err
  collapse-pprof: cut.gz: the compressed data end too early, at byte 1000
  collapse-pprof: bad.gz: the compressed data are damaged, noticed at byte 1010
  collapse-pprof: tail.gz: the compressed data end too early, at byte 2511
  collapse-pprof: cut: byte 990: profile: ends inside of a field
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: twice: byte 4883: location: its id is used twice
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: empty: the input is empty
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: empty: the input is empty
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: these are folded stacks already; try: ... | flamegraph > out.svg

# err-references
a string, a location, a mapping, a function that are not there; an id twice; no id; too few and too many values

  $ t="\\12\\4\\10\\0\\20\\0"
  $ for bytes in "\\72\\5x" "\\70\\1" "\\62\\0\\70\\1" "\\62\\1x" "\\22\\5\\12\\1\\1\\20\\1" "\\42\\4\\10\\1\\20\\3" \
  > 	"\\42\\6\\10\\1\\42\\2\\10\\1" "\\42\\2\\10\\1\\42\\2\\10\\1" "\\42\\0" "\\22\\0" "\\22\\4\\20\\1\\20\\1" \
  > 	"\\70\\377\\377\\377\\377\\377\\377\\377\\377\\377\\1"; do
  > 	printf "$t$bytes" | collapse-pprof -q
  > done
  [1]
  $ cat err
  collapse-pprof: standard input: byte 6: profile: field 7 has wire type 2
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 7: profile: a string that does not exist
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 9: profile: a string that does not exist
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 8: profile: the first string is not empty
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 10: sample: a location that does not exist
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 11: location: a mapping that does not exist
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 13: line: a function that does not exist
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 12: location: its id is used twice
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 8: location: no id
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 8: sample: not as many values as there are sample types
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 8: sample: not as many values as there are sample types
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 7: profile: a string that does not exist
  collapse-pprof: no output: part of the input was not understood

# err-sample-type
needs: python3

  $ python3 "$INPUTS/make.py" types >in
  $ for t in 3 space/count nothing obj; do collapse-pprof --sample-type $t in; done
  [1]
  $ collapse-pprof --sample-type space --sample-types in
  [1]
  $ cat err
  collapse-pprof: in: no sample type 3, there is 0: objects/count, 1: space/bytes, 2: objects/free
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: in: no sample type space/count, there is 0: objects/count, 1: space/bytes, 2: objects/free
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: in: no sample type nothing, there is 0: objects/count, 1: space/bytes, 2: objects/free
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: in: no sample type obj, there is 0: objects/count, 1: space/bytes, 2: objects/free
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: in: a sample of -1: it is a difference of two profiles, see --diff
  collapse-pprof: no output: part of the input was not understood

# err-sample-late
a sample that is wrong after good ones: no output, and not a part of it

  $ t="\\12\\4\\10\\0\\20\\0\\62\\0\\62\\1a\\42\\6\\10\\1\\42\\2\\10\\1\\52\\4\\10\\1\\20\\1"
  $ good="\\22\\6\\12\\1\\1\\22\\1\\3"
  $ printf "$t$good$good" | collapse-pprof
  a 6
  $ printf "$t$good\\22\\6\\12\\1\\7\\22\\1\\3" | collapse-pprof
  [1]
  $ cat err
  collapse-pprof: standard input: byte 37: sample: a location that does not exist
  collapse-pprof: no output: part of the input was not understood

# err-wire-types
a field of a profile, of a sample, of a type; groups; field 0; a number that is too long, one that is cut off

  $ t="\\12\\4\\10\\0\\20\\0"
  $ for bytes in "\\10\\1" "\\22\\2\\30\\1" "\\12\\3\\12\\1\\1" "\\13" "\\74" "\\2\\1" \
  > 	"\\110\\377\\377\\377\\377\\377\\377\\377\\377\\377\\2" "\\110\\200" "\\22\\5\\12" "\\60\\1"; do
  > 	printf "$t$bytes" | collapse-pprof -q
  > done
  [1]
  $ cat err
  collapse-pprof: standard input: byte 6: profile: field 1 has wire type 0
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 8: sample: field 3 has wire type 0
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 8: type: field 1 has wire type 2
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 6: profile: field 1 has wire type 3
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 6: profile: field 7 has wire type 4
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 6: profile: a field with an invalid number
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 7: profile: a number of more than 64 bits
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 7: profile: a number is cut off
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 7: profile: ends inside of a field
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 6: profile: field 6 has wire type 0
  collapse-pprof: no output: part of the input was not understood

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in inlined distinct; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" pprof $kind 400000 >in
  > 	collapse-pprof in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-pprof 2>/dev/null | cmp - out
  > 	collapse-pprof --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == inlined
  1 100004
  collapse-pprof: skipped 24708 stacks beyond what the size of the input allows
  collapse-pprof: no output: part of the input was not understood
  == distinct
  31 3100589
  collapse-pprof: skipped 11099 stacks beyond what the size of the input allows
  collapse-pprof: no output: part of the input was not understood

# gperftools

  $ collapse-pprof --symbols never "$FIXTURES/pprof/gperftools.prof"
  # flambeau: event=cpu
  # flambeau: unit=ns
  [heap_gp <0x561ef77790d0>];[libc.so.6 <0x7fbcabe45304>];[libc.so.6 <0x7fbcabe45249>];[heap_gp <0x561ef77793d6>];[heap_gp <0x561ef77791af>] 246000000
  [heap_gp <0x561ef77790d0>];[libc.so.6 <0x7fbcabe45304>];[libc.so.6 <0x7fbcabe45249>];[heap_gp <0x561ef77793d6>];[heap_gp <0x561ef77791b2>] 60000000
  [heap_gp <0x561ef77790d0>];[libc.so.6 <0x7fbcabe45304>];[libc.so.6 <0x7fbcabe45249>];[heap_gp <0x561ef77793ec>];[heap_gp <0x561ef7779295>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef7779251>];[heap_gp <0x561ef7779231>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac03bcd1>];[libc.so.6 <0x7fbcabf8c0ba>] 2000000
  [heap_gp <0x561ef77790d0>];[libc.so.6 <0x7fbcabe45304>];[libc.so.6 <0x7fbcabe45249>];[heap_gp <0x561ef77793ec>];[heap_gp <0x561ef7779295>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef777925b>];[heap_gp <0x561ef7779251>];[heap_gp <0x561ef7779231>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac03bcd1>];[libc.so.6 <0x7fbcabf8c0ba>] 4000000
  [heap_gp <0x561ef77790d0>];[libc.so.6 <0x7fbcabe45304>];[libc.so.6 <0x7fbcabe45249>];[heap_gp <0x561ef7779411>];[heap_gp <0x561ef777930b>];[heap_gp <0x561ef77792e2>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac03bf6a>];[libc.so.6 <0x7fbcabf8bb75>] 4000000
  [heap_gp <0x561ef77790d0>];[libc.so.6 <0x7fbcabe45304>];[libc.so.6 <0x7fbcabe45249>];[heap_gp <0x561ef7779411>];[heap_gp <0x561ef777930b>];[heap_gp <0x561ef77792e2>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac03c6bc>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac02ce21>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac02952b>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac029487>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac02928c>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac02b4ba>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac02b24b>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac039b72>];[libtcmalloc_and_profiler.so.4.6.5 <0x7fbcac035bd7>] 2000000
  $ collapse-pprof --symbols never --sample-type samples "$FIXTURES/pprof/gperftools.prof" | awk "{ n += \$NF } END { print n }"
  159

# gperftools-words
needs: python3
32 and 64 bits, both orders of bytes; $build in a path

  $ cat >make.py <<END
  > import struct, sys
  > size, order = sys.argv[1:]
  > words = (0, 4, 0, 10000, 0, 99, 2, 2, 0x1010, 0x1021, 1, 1, 0x1010, 0, 1, 0)
  > text = b"build=/src\n1000-2000 r-xp 00000000 00:00 1 \$build/app\nodd\n"
  > sys.stdout.buffer.write(struct.pack(order + str(len(words)) + size, *words) + text)
  > END
  $ for size in Q I; do for order in "<" ">"; do
  > 	python3 make.py $size "$order" >in
  > 	collapse-pprof in 2>/dev/null
  > 	collapse-guess -q in | tail -n 1
  > done; done
  # flambeau: event=cpu
  # flambeau: unit=ns
  [app <0x1010>] 10000000
  [app <0x1020>];[app <0x1010>] 20000000
  [app <0x1020>];[app <0x1010>] 20000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  [app <0x1010>] 10000000
  [app <0x1020>];[app <0x1010>] 20000000
  [app <0x1020>];[app <0x1010>] 20000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  [app <0x1010>] 10000000
  [app <0x1020>];[app <0x1010>] 20000000
  [app <0x1020>];[app <0x1010>] 20000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  [app <0x1010>] 10000000
  [app <0x1020>];[app <0x1010>] 20000000
  [app <0x1020>];[app <0x1010>] 20000000
  $ for n in 24 40 56 80 104 120; do head -c $n "$FIXTURES/pprof/gperftools.prof" | collapse-pprof -q; done
  [1]
  $ cat err
  collapse-pprof: standard input: byte 0: profile: a field with an invalid number
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 40: the profile ends without its last record
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 40: the profile ends without its last record
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 56: the profile ends inside a stack
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 56: the profile ends inside a stack
  collapse-pprof: no output: part of the input was not understood
  collapse-pprof: standard input: byte 56: the profile ends inside a stack
  collapse-pprof: no output: part of the input was not understood

# line-too-long
needs: python3
a stack whose line no reader would take is left out and said; the others are written

  $ python3 -B - "$TESTS/laws" >in <<'END'
  > import sys
  >
  > sys.path.insert(0, sys.argv[1])
  > from worst import *
  >
  > names = message(5, integer(1, 1) + integer(2, 3)) + message(5, integer(1, 2) + integer(2, 4))
  > sys.stdout.buffer.write(TYPES + names + pprof_places(2) + pprof_sample([1] * 65000) + pprof_sample([2]) + strings(b"n" * 1050, b"f"))
  > END
  $ collapse-pprof in | wc -lc | sed 's/^ *//'
  1       4
  $ cat err
  collapse-pprof: left out 1 of 2 lines, longer than 64 MiB: no reader would take them

# no-samples

  $ printf "\\12\\4\\10\\0\\20\\0" | collapse-pprof
  [1]
  $ printf "\\12\\4\\10\\0\\20\\0\\22\\2\\20\\0" | collapse-pprof
  [1]
  $ cat err
  collapse-pprof: no stacks in the input
  collapse-pprof: no stacks in the input

# opt-diff
needs: python3

  $ python3 "$INPUTS/make.py" types >in
  $ collapse-pprof --diff --sample-type objects/free in
  # flambeau: event=objects
  # flambeau: unit=free
  main 0 7
  main;work 1 0
  $ collapse-pprof --diff --sample-types in
  0: objects/count 0 3
  1: space/bytes (default) 0 100
  2: objects/free 1 7
  $ collapse-pprof --sample-type objects/free in
  [1]
  $ cat err
  collapse-pprof: in: a sample of -1: it is a difference of two profiles, see --diff
  collapse-pprof: no output: part of the input was not understood

# opt-inline
needs: python3

  $ python3 "$INPUTS/make.py" inlined >in
  $ collapse-pprof in
  main;outer;middle;inner 5
  $ collapse-pprof --inline in
  main;outer;middle_[i];inner_[i] 5
  $ collapse-pprof --inline --lines in
  main;outer:9;middle:8_[i];inner:7_[i] 5

# opt-lines
needs: gzip

  $ collapse-pprof --no-header --lines "$FIXTURES/pprof/go-block.pb.gz" | head -n 2
  main.main.func2:30;sync.(*Mutex).Lock:90 173105
  main.main.func4:32;io.ReadAll:661;net/http.(*bodyEOFSignal).Read:2781;net/http.(*bodyEOFSignal).condfn:2805;net/http.(*persistConn).readLoop.func4:2185;runtime.chanrecv1:442 21308620

# opt-sample-type
needs: python3

  $ python3 "$INPUTS/make.py" types >in
  $ for t in objects objects/count objects/free 0 1 space/bytes; do echo "$t: $(collapse-pprof --sample-type $t in 2>&1)"; done
  objects: # flambeau: event=objects
  # flambeau: unit=objects
  main 1
  main;work 2
  objects/count: # flambeau: event=objects
  # flambeau: unit=objects
  main 1
  main;work 2
  objects/free: collapse-pprof: in: a sample of -1: it is a difference of two profiles, see --diff
  collapse-pprof: no output: part of the input was not understood
  0: # flambeau: event=objects
  # flambeau: unit=objects
  main 1
  main;work 2
  1: # flambeau: event=space
  # flambeau: unit=bytes
  main 100
  space/bytes: # flambeau: event=space
  # flambeau: unit=bytes
  main 100
  $ python3 "$INPUTS/make.py" types-last | collapse-pprof --sample-type space
  # flambeau: event=space
  # flambeau: unit=bytes
  main 100

# opt-sample-types
needs: gzip

  $ for f in cpu allocs block; do collapse-pprof --sample-types "$FIXTURES/pprof/go-$f.pb.gz"; done
  0: samples/count 89
  1: cpu/nanoseconds (default) 890000000
  0: alloc_objects/count 814879
  1: alloc_space/bytes (default) 825216294
  2: inuse_objects/count 9079
  3: inuse_space/bytes 3378567
  0: contentions/count 1589
  1: delay/nanoseconds (default) 11798493255

# opt-symbols
needs: gcc nm python3
a profile of gperftools: the symbols of a file whose inode is the one that was mapped; of any; of none

  $ cat >p.c <<'C'
  > __attribute__((noinline, noclone)) int work(int n) { __asm__ volatile("inside: nop"); return n * n; }
  > int main(int c, char **v) { (void)v; return work(c); }
  > C
  $ gcc -g0 -O1 -o p p.c || exit 1
  $ at=$(nm p | sed -n 's/^0*\([0-9a-f]*\) t inside/\1/p')
  $ profile() # INODE
  > {
  > 	python3 -c 'import struct, sys
  > at = int(sys.argv[1], 16) + 0x100000000
  > text = "100000000-100010000 r-xp 00000000 fe:00 %s %s/p\n" % tuple(sys.argv[2:])
  > sys.stdout.buffer.write(struct.pack("<11Q", 0, 3, 0, 10000, 0, 7, 1, at, 0, 1, 0) + text.encode())' \
  > 		"$at" "$1" "$PWD"
  > }
  $ profile "$(stat -c %i p)" >same
  $ profile 1 >other
  $ for file in same other; do
  > 	for symbols in auto always never; do
  > 		collapse-pprof --symbols $symbols $file | sed 's/0x[0-9a-f]*/0x.../'
  > 	done
  > done
  # flambeau: event=cpu
  # flambeau: unit=ns
  work 70000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  work 70000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  [p <0x...>] 70000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  [p <0x...>] 70000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  work 70000000
  # flambeau: event=cpu
  # flambeau: unit=ns
  [p <0x...>] 70000000

# opt-tag
needs: python3 gzip

  $ python3 "$INPUTS/make.py" labels >in
  $ collapse-pprof in
  main 7
  $ collapse-pprof --tag thread in
  io,net;main 2
  main 4
  worker:1;main 1
  $ collapse-pprof --tag thread --tag size in
  io,net;-3;main 2
  main 4
  worker:1;16bytes;main 1
  $ collapse-pprof --tag size --tag thread in
  -3;io,net;main 2
  16bytes;worker:1;main 1
  main 4
  $ collapse-pprof --tag no-such-key in
  main 7
  $ collapse-pprof --tag bytes --sample-type alloc_objects "$FIXTURES/pprof/go-allocs.pb.gz" | tail -n 2
  896;main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).ReplaceAllStringFunc.func1 585
  896;main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;strings.Repeat;strings.(*Builder).Grow;strings.(*Builder).grow 585

# pattern-exponential
needs: python3
a pattern of the profile for which going back takes exponential time, on every name and on a long one

  $ for kind in pattern long_name; do
  > 	python3 -B "$TESTS/laws/worst.py" pprof $kind 60000 >in
  > 	timeout 20 collapse-pprof in 2>>said | cut -c 1-60 | sort | head -n 2
  > done
  aaaaaaaaaaaaaaaaaaaaaaaaaaaa0X 1
  aaaaaaaaaaaaaaaaaaaaaaaaaaaa100X 1
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  $ sort -u said
  collapse-pprof: a pattern takes too long on a name: that counts as no match

# raw

  $ gzip -dc "$FIXTURES/pprof/go-block.pb.gz" | collapse-pprof
  # flambeau: event=delay
  # flambeau: unit=ns
  # flambeau: start=2026-11-20T14:41:56Z
  main.main.func2;sync.(*Mutex).Lock 173105
  main.main.func4;io.ReadAll;net/http.(*bodyEOFSignal).Read;net/http.(*bodyEOFSignal).condfn;net/http.(*persistConn).readLoop.func4;runtime.chanrecv1 21308620
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*Transport).getConn;runtime.selectgo 10367293
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*persistConn).roundTrip;runtime.selectgo 4178765332
  net.(*netFD).connect.func2;runtime.selectgo 8210064
  net/http.(*Transport).dialConnFor;net/http.(*Transport).dialConn;net/http.(*Transport).dial;net.(*Dialer).DialContext;net.(*sysDialer).dialParallel;net.(*sysDialer).dialSerial;net.(*sysDialer).dialSingle;net.(*sysDialer).dialTCP;net.(*sysDialer).doDialTCP;net.internetSocket;net.socket;net.(*netFD).dial;net.(*netFD).connect;net.(*netFD).connect.func1;runtime.chanrecv1 31746
  net/http.(*conn).serve;net/http.(*conn).serve.func1;net/http.(*conn).setState;net/http.(*Server).trackConn;sync.(*Mutex).Lock 16424
  net/http.(*conn).serve;net/http.(*response).finishRequest;net/http.(*connReader).abortPendingRead;sync.(*Cond).Wait 282539130
  net/http.(*persistConn).readLoop;net/http.(*persistConn).wroteRequest;runtime.selectgo 2032
  net/http.(*persistConn).readLoop;runtime.selectgo 102235587
  net/http.(*persistConn).readLoop;sync.(*Mutex).Lock 20730
  net/http.(*persistConn).writeLoop;runtime.selectgo 4797763441
  runtime.main;main.main;net/http/httptest.(*Server).Close;net.(*TCPListener).Close;net.(*TCPListener).close;net.(*netFD).Close;internal/poll.(*FD).Close 35772
  runtime.main;main.main;net/http/httptest.(*Server).Close;net/http.(*Server).SetKeepAlivesEnabled;net/http.(*Server).closeIdleConns;net.(*conn).Close;net.(*netFD).Close;internal/poll.(*FD).Close 27991
  runtime.main;main.main;net/http/httptest.(*Server).Close;net/http.(*Transport).CloseIdleConnections;net/http.(*persistConn).close;net/http.(*persistConn).closeLocked;net.(*conn).Close;net.(*netFD).Close;internal/poll.(*FD).Close 37855
  runtime.main;main.main;net/http/httptest.(*Server).Close;sync.(*WaitGroup).Wait 20349
  runtime.main;main.main;sync.(*WaitGroup).Wait 2396937784

# too-many-labels
needs: python3 gzip

  $ python3 "$INPUTS/make.py" many-labels >in
  $ collapse-pprof --labels all in | tr ';' '\n' | cut -c 1-12 | sed -n '1p;64,$p'
  @key100=x,yy
  @key163=x
  main 1
  $ collapse-pprof --labels all --strict in >out
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-pprof: skipped 3 labels beyond 64 of a sample, or beyond 1024 bytes of one
  collapse-pprof: skipped 3 labels beyond 64 of a sample, or beyond 1024 bytes of one
  collapse-pprof: no output: part of the input was not understood

# two-files
needs: gzip

  $ collapse-pprof --no-header "$FIXTURES/pprof/go-cpu.pb.gz" "$FIXTURES/pprof/go-block.pb.gz" | wc -l
  81
  $ collapse-pprof --no-header "$FIXTURES/pprof/go-cpu.pb.gz" "$FIXTURES/pprof/go-cpu.pb.gz" | tail -n 1
  runtime.mcall;runtime.park_m;runtime.schedule;runtime.findRunnable;runtime.stealWork;runtime.runqsteal;runtime.runqgrab;runtime.usleep 20000000

# unknown
needs: python3

  $ python3 "$INPUTS/make.py" unknown | collapse-pprof
  [unknown] 2
  [unknown];[libx.so.6];[unknown];[libx.so.6 <0x1030>];[unknown <0x2020>];[libx.so.6 <0x1010>] 1

# unpacked
needs: python3

  $ python3 "$INPUTS/make.py" names | collapse-pprof
  main 1
  main;work 3
  $ python3 "$INPUTS/make.py" unpacked | collapse-pprof
  main 1
  main;work 3
