SPDX-License-Identifier: MIT

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-go in.c in.c; echo "exit $?"
  exit 1
  $ collapse-go --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-go missing.txt
  [1]
  $ cat err
  collapse-go: nothing recognised in the input (2 lines)
  collapse-go: option '--no-such-option' is not known; try 'collapse-go --help'
  collapse-go: missing.txt: No such file or directory

# err-top

  $ printf 'File: app\nType: cpu\nShowing nodes\n      flat  flat%%   sum%%        cum   cum%%\n     130ms 14.61%% 14.61%%      130ms 14.61%%  runtime.memclr\n' | collapse-go
  [1]
  $ cat err
  collapse-go: nothing recognised in the input (5 lines)

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in inlined; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" go $kind 400000 >in
  > 	collapse-go in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-go 2>/dev/null | cmp - out
  > 	collapse-go --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == inlined
  81 3160832
  collapse-go: skipped 4921 stacks beyond what the size of the input allows
  collapse-go: no output: part of the input was not understood

# opt-sample-index

  $ f=$FIXTURES/go/raw-allocs.txt
  $ for i in alloc_objects alloc_space/bytes inuse_space 2; do echo "$i"; collapse-go --sample-index=$i "$f"; done
  alloc_objects
  # flambeau: event=alloc_objects
  # flambeau: unit=alloc_objects
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work 1260
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter 1638
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.intEncoder;bytes.(*Buffer).Write;bytes.(*Buffer).grow;bytes.growSlice 256
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber 32768
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.Convert;reflect.cvtBytesString;reflect.makeString;reflect.New 32768
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.SetMapIndex;reflect.mapassign_faststr 2050
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).ReplaceAllStringFunc.func1;main.work.func2;strings.ToUpper;strings.(*Builder).Grow;strings.(*Builder).grow 32768
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;strings.Repeat;strings.(*Builder).Grow;strings.(*Builder).grow 585
  net/http.(*persistConn).readLoop;net/http.(*persistConn).readResponse;net/http.ReadResponse;net/textproto.(*Reader).ReadMIMEHeader;net/textproto.readMIMEHeader 1489
  alloc_space/bytes
  # flambeau: event=alloc_space
  # flambeau: unit=bytes
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work 524496
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter 524448
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.intEncoder;bytes.(*Buffer).Write;bytes.(*Buffer).grow;bytes.growSlice 525312
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber 524296
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.Convert;reflect.cvtBytesString;reflect.makeString;reflect.New 524296
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.SetMapIndex;reflect.mapassign_faststr 3150914
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).ReplaceAllStringFunc.func1;main.work.func2;strings.ToUpper;strings.(*Builder).Grow;strings.(*Builder).grow 524296
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;strings.Repeat;strings.(*Builder).Grow;strings.(*Builder).grow 524736
  net/http.(*persistConn).readLoop;net/http.(*persistConn).readResponse;net/http.ReadResponse;net/textproto.(*Reader).ReadMIMEHeader;net/textproto.readMIMEHeader 524464
  inuse_space
  # flambeau: event=inuse_space
  # flambeau: unit=bytes
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work 524496
  2
  # flambeau: event=inuse_objects
  # flambeau: unit=inuse_objects
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work 1260
  $ for i in cpu 4 18446744073709551616 ""; do echo "$i"; collapse-go --no-header --sample-index="$i" <"$f" | head -n 1; done
  cpu
  4
  18446744073709551616
   (esc)
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work 524496
  $ collapse-go --sample-index=cpu "$FIXTURES/go/raw-cpu.txt"
  # flambeau: event=cpu
  # flambeau: unit=ns
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate;compress/flate.(*compressor).writeBlock;compress/flate.(*huffmanBitWriter).writeBlock;compress/flate.(*huffmanBitWriter).generateCodegen;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.findObject 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.memclrNoHeapPointers 40000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;reflect.(*MapIter).Value;reflect.copyVal;reflect.unsafe_New;runtime.mallocgc;runtime.getMCache 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;sort.Slice;sort.pdqsort_func;sort.pdqsort_func;sort.insertionSort_func;internal/reflectlite.Swapper.func9;internal/reflectlite.typedmemmove;reflect.typedmemmove;runtime.typedmemmove;runtime.bulkBarrierPreWrite;runtime.wbBufFlush;runtime.systemstack;runtime.wbBufFlush.func1;runtime.wbBufFlush1;runtime.markBits.isMarked 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber;strconv.ParseFloat;strconv.parseFloatPrefix;strconv.atof64;strconv.readFloat 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;runtime.mapassign_faststr;runtime.isEmpty 10000000
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send 10000000
  net/http.(*persistConn).writeLoop;bufio.(*Writer).Flush;net/http.persistConnWriter.Write;net.(*conn).Write;net.(*netFD).Write;internal/poll.(*FD).Write;internal/poll.ignoringEINTRIO;syscall.Write;syscall.write;syscall.Syscall;syscall.RawSyscall6;runtime/internal/syscall.Syscall6 10000000
  runtime.bgscavenge;runtime.(*scavengerState).run;runtime.(*scavengerState).init.func2;runtime.(*pageAlloc).scavenge;runtime.systemstack;runtime.(*pageAlloc).scavenge.func1;runtime.(*pageAlloc).scavengeOne;runtime.sysUnused;runtime.sysUnusedOS;runtime.madvise 40000000
  $ cat err
  collapse-go: standard input:5: no values of the type asked for: 'alloc_objects/count alloc_space/bytes[dflt] inuse_objects/count inuse_space/bytes'
  collapse-go: skipped 1 profile without values of that type
  collapse-go: no output: part of the input was not understood
  collapse-go: standard input:5: no values of the type asked for: 'alloc_objects/count alloc_space/bytes[dflt] inuse_objects/count inuse_space/bytes'
  collapse-go: skipped 1 profile without values of that type
  collapse-go: no output: part of the input was not understood
  collapse-go: standard input:5: no values of the type asked for: 'alloc_objects/count alloc_space/bytes[dflt] inuse_objects/count inuse_space/bytes'
  collapse-go: skipped 1 profile without values of that type
  collapse-go: no output: part of the input was not understood

# raw-allocs

  $ collapse-go <"$FIXTURES/go/raw-allocs.txt"
  # flambeau: event=alloc_space
  # flambeau: unit=bytes
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work 524496
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter 524448
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.intEncoder;bytes.(*Buffer).Write;bytes.(*Buffer).grow;bytes.growSlice 525312
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber 524296
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.Convert;reflect.cvtBytesString;reflect.makeString;reflect.New 524296
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.SetMapIndex;reflect.mapassign_faststr 3150914
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).ReplaceAllStringFunc.func1;main.work.func2;strings.ToUpper;strings.(*Builder).Grow;strings.(*Builder).grow 524296
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;strings.Repeat;strings.(*Builder).Grow;strings.(*Builder).grow 524736
  net/http.(*persistConn).readLoop;net/http.(*persistConn).readResponse;net/http.ReadResponse;net/textproto.(*Reader).ReadMIMEHeader;net/textproto.readMIMEHeader 524464

# raw-block

  $ collapse-go <"$FIXTURES/go/raw-block.txt"
  # flambeau: event=delay
  # flambeau: unit=ns
  main.main.func4;io.ReadAll;net/http.(*bodyEOFSignal).Read;net/http.(*bodyEOFSignal).condfn;net/http.(*persistConn).readLoop.func4;runtime.chanrecv1 21308620
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*Transport).getConn;runtime.selectgo 10367293
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*persistConn).roundTrip;runtime.selectgo 4178765332
  net.(*netFD).connect.func2;runtime.selectgo 8210064
  net/http.(*conn).serve;net/http.(*response).finishRequest;net/http.(*connReader).abortPendingRead;sync.(*Cond).Wait 282539130
  net/http.(*persistConn).readLoop;runtime.selectgo 102235587
  net/http.(*persistConn).writeLoop;runtime.selectgo 4797763441
  runtime.main;main.main;sync.(*WaitGroup).Wait 2396937784

# raw-cpu

  $ collapse-go <"$FIXTURES/go/raw-cpu.txt"
  # flambeau: event=cpu
  # flambeau: unit=ns
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate;compress/flate.(*compressor).writeBlock;compress/flate.(*huffmanBitWriter).writeBlock;compress/flate.(*huffmanBitWriter).generateCodegen;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.(*compressor).initDeflate;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.findObject 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.memclrNoHeapPointers 40000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;reflect.(*MapIter).Value;reflect.copyVal;reflect.unsafe_New;runtime.mallocgc;runtime.getMCache 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;sort.Slice;sort.pdqsort_func;sort.pdqsort_func;sort.insertionSort_func;internal/reflectlite.Swapper.func9;internal/reflectlite.typedmemmove;reflect.typedmemmove;runtime.typedmemmove;runtime.bulkBarrierPreWrite;runtime.wbBufFlush;runtime.systemstack;runtime.wbBufFlush.func1;runtime.wbBufFlush1;runtime.markBits.isMarked 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber;strconv.ParseFloat;strconv.parseFloatPrefix;strconv.atof64;strconv.readFloat 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;runtime.mapassign_faststr;runtime.isEmpty 10000000
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send 10000000
  net/http.(*persistConn).writeLoop;bufio.(*Writer).Flush;net/http.persistConnWriter.Write;net.(*conn).Write;net.(*netFD).Write;internal/poll.(*FD).Write;internal/poll.ignoringEINTRIO;syscall.Write;syscall.write;syscall.Syscall;syscall.RawSyscall6;runtime/internal/syscall.Syscall6 10000000
  runtime.bgscavenge;runtime.(*scavengerState).run;runtime.(*scavengerState).init.func2;runtime.(*pageAlloc).scavenge;runtime.systemstack;runtime.(*pageAlloc).scavenge.func1;runtime.(*pageAlloc).scavengeOne;runtime.sysUnused;runtime.sysUnusedOS;runtime.madvise 40000000

# raw-cut

  $ sed '/^Locations/,$d' "$FIXTURES/go/raw-block.txt" | collapse-go 2>err
  # flambeau: event=delay
  # flambeau: unit=ns
  10;9;8;7;6;5;25;24;1 10367293
  10;9;8;7;6;5;4;3;1 4178765332
  13;12;11 2396937784
  17;16;15;14 282539130
  18;1 100475965
  23;22;21;20;19 21308620
  26;1 8210064
  27;1 1759622
  2;1 4797763441
  $ head -n 2 err; tail -n 1 err
  collapse-go: standard input:15: a sample at a location that is not listed: '1'
  collapse-go: standard input:15: a sample at a location that is not listed: '27'
  collapse-go: skipped 38 locations that are not listed

# raw-edges

  $ cat >in <<'END'
  > # a comment
  > PeriodType: cpu nanoseconds
  > Samples:
  > samples/count cpu/nanoseconds
  >           1   10000000: 1 2 
  >           2   20000000: 3 2 
  >                 thread:[main] 7:[8]
  >           7   70000000: 9 2 
  >          12  120000000: 5 1 2
  >           3          0: 
  >         450: 1 2 
  >           5: 1 2 
  >          -4  -40000000: 1 2 
  >           x  -40000000: 1 2 
  >           6   60000000: 7 8 2
  > Locations
  >      1: 0x58b265 M=1 scanblock /src/mgc0.c:10 s=0
  >      2: 0x599530 M=1 GC :0 s=0
  >      3: 0x58a999 flushptrbuf :0 s=0
  >              inlined.caller :0 s=0(mangled)
  >      5: 0x58d6a9 M=1 
  >      6: 0xZZ bad :0 s=0
  >      7: 0x58d6a9 
  >      8: 0x58d6aa M=2 [F] std::map<int, char>::find /usr/include/a b/stl_map.h:3:0 s=0
  >      1: 0x58b265 M=1 renamed.scanblock /src/mgc0.c:10 s=0
  > Mappings
  > 1: 0x400000/0x4b2000/0x0 /usr/bin/gm  [FN]
  > 2: 0x500000/0x6b2000/0x0 [vdso]
  >      2: 0x599530 M=1 after_mappings :0 s=0
  > END
  $ stackcollapse-go.pl in
  GC;9 7
  GC;inlined.caller;flushptrbuf 2
  GC;renamed.scanblock 456
  GC;renamed.scanblock;[gm] 12
  GC;std::map<int, char>::find;0x58d6a9 6
  [unknown] 3
  $ collapse-go --strict in
  [1]
  $ cat err
  stackcollapse-go.pl: in:14: not understood: '          x  -40000000: 1 2 '
  stackcollapse-go.pl: in:22: not understood: '     6: 0xZZ bad :0 s=0'
  stackcollapse-go.pl: in:29: not understood: '     2: 0x599530 M=1 after_mappings :0 s=0'
  stackcollapse-go.pl: in:13: cannot be counted: '         -4  -40000000: 1 2 '
  stackcollapse-go.pl: in:30: a sample at a location that is not listed: '9'
  stackcollapse-go.pl: skipped 3 lines not understood, 1 value that cannot be counted, 1 location that is not listed
  collapse-go: in:11: not understood: '        450: 1 2 '
  collapse-go: in:12: not understood: '          5: 1 2 '
  collapse-go: in:14: not understood: '          x  -40000000: 1 2 '
  collapse-go: in:22: not understood: '     6: 0xZZ bad :0 s=0'
  collapse-go: in:29: not understood: '     2: 0x599530 M=1 after_mappings :0 s=0'
  collapse-go: in:13: cannot be counted: '         -4  -40000000: 1 2 '
  collapse-go: in:30: a sample at a location that is not listed: '9'
  collapse-go: skipped 5 lines not understood, 1 value that cannot be counted, 1 location that is not listed
  collapse-go: no output: part of the input was not understood

# raw-no-types

  $ printf 'Samples:\n 3: 1\nLocations\n 1: 0x1 main.main /m.go:1 s=0\nSamples:\n 4: 1\nLocations\n 1: 0x1 main.other /m.go:1 s=0' | collapse-go
  main.main 3
  main.other 4

# several-files

  $ cat "$FIXTURES/go/raw-block.txt" "$FIXTURES/go/traces-block.txt" "$FIXTURES/go/raw-block.txt" >in
  $ collapse-go in >1
  $ collapse-go "$FIXTURES/go/raw-block.txt" "$FIXTURES/go/traces-block.txt" "$FIXTURES/go/raw-block.txt" >2
  $ cmp 1 2 && cat 1
  # flambeau: event=delay
  # flambeau: unit=ns
  main.main.func2;sync.(*Mutex).Lock 173100
  main.main.func4;io.ReadAll;net/http.(*bodyEOFSignal).Read;net/http.(*bodyEOFSignal).condfn;net/http.(*persistConn).readLoop.func4;runtime.chanrecv1 63927240
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*Transport).getConn;runtime.selectgo 31104586
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*persistConn).roundTrip;runtime.selectgo 12537530664
  net.(*netFD).connect.func2;runtime.selectgo 24630128
  net/http.(*Transport).dialConnFor;net/http.(*Transport).dialConn;net/http.(*Transport).dial;net.(*Dialer).DialContext;net.(*sysDialer).dialParallel;net.(*sysDialer).dialSerial;net.(*sysDialer).dialSingle;net.(*sysDialer).dialTCP;net.(*sysDialer).doDialTCP;net.internetSocket;net.socket;net.(*netFD).dial;net.(*netFD).connect;net.(*netFD).connect.func1;runtime.chanrecv1 31750
  net/http.(*conn).serve;net/http.(*conn).serve.func1;net/http.(*conn).setState;net/http.(*Server).trackConn;sync.(*Mutex).Lock 16420
  net/http.(*conn).serve;net/http.(*response).finishRequest;net/http.(*connReader).abortPendingRead;sync.(*Cond).Wait 847618260
  net/http.(*persistConn).readLoop;net/http.(*persistConn).wroteRequest;runtime.selectgo 2030
  net/http.(*persistConn).readLoop;runtime.selectgo 306711174
  net/http.(*persistConn).readLoop;sync.(*Mutex).Lock 20730
  net/http.(*persistConn).writeLoop;runtime.selectgo 14395526882
  runtime.main;main.main;net/http/httptest.(*Server).Close;net.(*TCPListener).Close;net.(*TCPListener).close;net.(*netFD).Close;internal/poll.(*FD).Close 35770
  runtime.main;main.main;net/http/httptest.(*Server).Close;net/http.(*Server).SetKeepAlivesEnabled;net/http.(*Server).closeIdleConns;net.(*conn).Close;net.(*netFD).Close;internal/poll.(*FD).Close 27990
  runtime.main;main.main;net/http/httptest.(*Server).Close;net/http.(*Transport).CloseIdleConnections;net/http.(*persistConn).close;net/http.(*persistConn).closeLocked;net.(*conn).Close;net.(*netFD).Close;internal/poll.(*FD).Close 37850
  runtime.main;main.main;net/http/httptest.(*Server).Close;sync.(*WaitGroup).Wait 20350
  runtime.main;main.main;sync.(*WaitGroup).Wait 7193875568

# traces-allocs

  $ collapse-go <"$FIXTURES/go/traces-allocs.txt"
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter 524452
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;encoding/json.intEncoder;bytes.(*Buffer).Write;bytes.(*Buffer).grow;bytes.growSlice 525312
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber 524298
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.Convert;reflect.cvtBytesString;reflect.makeString;reflect.New 524298
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;reflect.Value.SetMapIndex;reflect.mapassign_faststr 3145728
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;regexp.(*Regexp).ReplaceAllStringFunc;regexp.(*Regexp).replaceAll;regexp.(*Regexp).ReplaceAllStringFunc.func1;main.work.func2;strings.ToUpper;strings.(*Builder).Grow;strings.(*Builder).grow 524298
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;strings.Repeat;strings.(*Builder).Grow;strings.(*Builder).grow 524739

# traces-block

  $ collapse-go <"$FIXTURES/go/traces-block.txt"
  main.main.func2;sync.(*Mutex).Lock 173100
  main.main.func4;io.ReadAll;net/http.(*bodyEOFSignal).Read;net/http.(*bodyEOFSignal).condfn;net/http.(*persistConn).readLoop.func4;runtime.chanrecv1 21310000
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*Transport).getConn;runtime.selectgo 10370000
  main.main.func4;net/http.Get;net/http.(*Client).Get;net/http.(*Client).Do;net/http.(*Client).do;net/http.(*Client).send;net/http.send;net/http.(*Transport).RoundTrip;net/http.(*Transport).roundTrip;net/http.(*persistConn).roundTrip;runtime.selectgo 4180000000
  net.(*netFD).connect.func2;runtime.selectgo 8210000
  net/http.(*Transport).dialConnFor;net/http.(*Transport).dialConn;net/http.(*Transport).dial;net.(*Dialer).DialContext;net.(*sysDialer).dialParallel;net.(*sysDialer).dialSerial;net.(*sysDialer).dialSingle;net.(*sysDialer).dialTCP;net.(*sysDialer).doDialTCP;net.internetSocket;net.socket;net.(*netFD).dial;net.(*netFD).connect;net.(*netFD).connect.func1;runtime.chanrecv1 31750
  net/http.(*conn).serve;net/http.(*conn).serve.func1;net/http.(*conn).setState;net/http.(*Server).trackConn;sync.(*Mutex).Lock 16420
  net/http.(*conn).serve;net/http.(*response).finishRequest;net/http.(*connReader).abortPendingRead;sync.(*Cond).Wait 282540000
  net/http.(*persistConn).readLoop;net/http.(*persistConn).wroteRequest;runtime.selectgo 2030
  net/http.(*persistConn).readLoop;runtime.selectgo 102240000
  net/http.(*persistConn).readLoop;sync.(*Mutex).Lock 20730
  net/http.(*persistConn).writeLoop;runtime.selectgo 4800000000
  runtime.main;main.main;net/http/httptest.(*Server).Close;net.(*TCPListener).Close;net.(*TCPListener).close;net.(*netFD).Close;internal/poll.(*FD).Close 35770
  runtime.main;main.main;net/http/httptest.(*Server).Close;net/http.(*Server).SetKeepAlivesEnabled;net/http.(*Server).closeIdleConns;net.(*conn).Close;net.(*netFD).Close;internal/poll.(*FD).Close 27990
  runtime.main;main.main;net/http/httptest.(*Server).Close;net/http.(*Transport).CloseIdleConnections;net/http.(*persistConn).close;net/http.(*persistConn).closeLocked;net.(*conn).Close;net.(*netFD).Close;internal/poll.(*FD).Close 37850
  runtime.main;main.main;net/http/httptest.(*Server).Close;sync.(*WaitGroup).Wait 20350
  runtime.main;main.main;sync.(*WaitGroup).Wait 2400000000

# traces-cpu

  $ collapse-go <"$FIXTURES/go/traces-cpu.txt"
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate;compress/flate.(*compressor).writeBlock;compress/flate.(*huffmanBitWriter).writeBlock;compress/flate.(*huffmanBitWriter).generateCodegen;runtime.asyncPreempt 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;compress/flate.(*compressor).init;compress/flate.newHuffmanBitWriter;runtime.makeslice;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.findObject 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.gcAssistAlloc;runtime.systemstack;runtime.gcAssistAlloc.func1;runtime.gcAssistAlloc1;runtime.gcDrainN;runtime.scanobject;runtime.heapBits.bits 20000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Write;compress/flate.NewWriter;runtime.newobject;runtime.mallocgc;runtime.memclrNoHeapPointers 40000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Marshal;encoding/json.(*encodeState).marshal;encoding/json.(*encodeState).reflectValue;encoding/json.mapEncoder.encode;sort.Slice;sort.pdqsort_func;sort.pdqsort_func;sort.insertionSort_func;internal/reflectlite.Swapper.func9;internal/reflectlite.typedmemmove;reflect.typedmemmove;runtime.typedmemmove;runtime.bulkBarrierPreWrite;runtime.wbBufFlush;runtime.systemstack;runtime.wbBufFlush.func1;runtime.wbBufFlush1;runtime.markBits.isMarked 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;encoding/json.Unmarshal;encoding/json.(*decodeState).unmarshal;encoding/json.(*decodeState).value;encoding/json.(*decodeState).object;encoding/json.(*decodeState).value;encoding/json.(*decodeState).literalStore;encoding/json.(*decodeState).convertNumber;strconv.ParseFloat;strconv.parseFloatPrefix;strconv.atof64;strconv.readFloat 10000000
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib;main.fib 10000000
  net/http.(*persistConn).writeLoop;bufio.(*Writer).Flush;net/http.persistConnWriter.Write;net.(*conn).Write;net.(*netFD).Write;internal/poll.(*FD).Write;internal/poll.ignoringEINTRIO;syscall.Write;syscall.write;syscall.Syscall;syscall.RawSyscall6;runtime/internal/syscall.Syscall6 10000000
  runtime.bgscavenge;runtime.(*scavengerState).run;runtime.(*scavengerState).init.func2;runtime.(*pageAlloc).scavenge;runtime.systemstack;runtime.(*pageAlloc).scavenge.func1;runtime.(*pageAlloc).scavengeOne;runtime.sysUnused;runtime.sysUnusedOS;runtime.madvise 40000000

# traces-units

  $ cat >in <<'END'
  > File: app
  > -----------+-----
  >       10ns   ns
  > -----------+-----
  >      1.5us   us
  > -----------+-----
  >    2.25ms   ms
  >              caller (partial-inline)
  > -----------+-----
  >       key:  10s
  >       1.5s   s
  >     2.5mins   mins
  >       1hrs   hrs
  > -----------+-----
  >    512.01kB   kB (inline)
  > 1023.999999MB   long
  >         7   plain; name
  >       -3   negative
  >       5parsecs   unknown
  > -----------+-----
  >              no value
  > -----------+-----
  >      3PB   PB
  >      20000000PB   too large
  > END
  $ collapse-go in
  [1]
  $ sed -i "/too large/d" in; stackcollapse-go.pl in
  PB 3377699720527872
  caller;ms 2250000
  hrs 3600000000000
  kB 524298
  long 1073741824
  mins 150000000000
  ns 10
  plain: name 7
  s 1500000000
  us 1500
  $ collapse-go --strict in
  [1]
  $ cat err
  collapse-go: in:19: not understood: '      5parsecs   unknown'
  collapse-go: in:21: not understood: '             no value'
  collapse-go: in:18: cannot be counted: '      -3   negative'
  collapse-go: in:24: count is too large: '     20000000PB   too large'
  collapse-go: skipped 2 lines not understood, 1 value that cannot be counted, 1 count that is too large
  collapse-go: no output: part of the input was not understood
  stackcollapse-go.pl: in:19: not understood: '      5parsecs   unknown'
  stackcollapse-go.pl: in:21: not understood: '             no value'
  stackcollapse-go.pl: in:18: cannot be counted: '      -3   negative'
  stackcollapse-go.pl: skipped 2 lines not understood, 1 value that cannot be counted
  collapse-go: in:19: not understood: '      5parsecs   unknown'
  collapse-go: in:21: not understood: '             no value'
  collapse-go: in:18: cannot be counted: '      -3   negative'
  collapse-go: skipped 2 lines not understood, 1 value that cannot be counted
  collapse-go: no output: part of the input was not understood

# goroutines
dumps of goroutines, in a log; what is not theirs is passed over

  $ printf '%s\n' '2026/11/26 listening on :80' 'panic: out of luck' '' 'goroutine 1 [running]:' 'main.(*shop).sell(0x0?, {0x1, (0x2)})' \
  > 	'	/src/main.go:59 +0x1c' 'main.main()' '	/src/main.go:9 +0x1' '' 'goroutine 6 gp=0xc000002380 m=nil [chan receive, 12 minutes, locked to thread]:' \
  > 	'main.loop[...](0xc0)' '	/src/main.go:48 +0x27' '...12 frames elided...' 'created by main.main in goroutine 1' '	/src/main.go:73 +0x6d' '' \
  > 	'goroutine 7 [Select]:' '	goroutine running on other thread; stack unavailable' '' 'goroutine 8 [select]:' 'odd line' 'main.wait(0x1)' '	/src/main.go:1' \
  > 	'exit status 2' >in
  $ collapse-go in
  [truncated];main.loop[...] 1
  [unknown] 1
  main.main;main.(*shop).sell 1
  main.wait 1
  $ collapse-go -q --created-by --states 'Chan Receive,SELECT' in
  [unknown] 1
  created by main.main;[truncated];main.loop[...] 1
  main.wait 1
  $ collapse-go -q --labels state,goroutine,wait in
  @goroutine=1;@state=running;main.main;main.(*shop).sell 1
  @goroutine=6;@state=chan receive;@wait=12m;[truncated];main.loop[...] 1
  @goroutine=7;@state=Select;[unknown] 1
  @goroutine=8;@state=select;main.wait 1
  $ stackcollapse-go.pl in
  $ cat err
  collapse-go: in:21: not understood: 'odd line'
  collapse-go: in:24: not understood: 'exit status 2'
  collapse-go: skipped 2 lines not understood

# debug-1
profiles as text: values as the program had them, not as they were sampled

  $ { printf '%s\n' 'heap profile: 3: 3072 [5: 81920] @ heap/8192' '2: 2048 [4: 80896] @ 0x4b1 0x4b2' '# labels: {"user":"eve","at":"x"}' \
  > 	'#	0x4b0	main.fill+0x26		/src/main.go:22' '#	0x4b1	main.(*T).run+0x1+0x3f9	/src/main.go:87' '' \
  > 	'1: 1024 [1: 1024] @ 0x7f1 0x7f2' '' '0: 0 [0: 0] @ 0x9' '' '# runtime.MemStats' '# Alloc = 17'; } >heap
  $ collapse-go heap; collapse-go -q --no-header --sample-index alloc_objects heap
  # flambeau: unit=bytes
  [<0x7f2>];[<0x7f1>] 4629
  main.(*T).run+0x1;main.fill 9258
  [<0x7f2>];[<0x7f1>] 4
  main.(*T).run+0x1;main.fill 4
  $ collapse-go --sample-index delay heap
  [1]
  $ printf '%s\n' '--- contention:' 'cycles/second=2000000000' 'sampling period=3' '4000 2 @ 0x1' '#	0x0	sync.(*Mutex).Lock+0x2	sync/mutex.go:1' \
  > 	'18446744073709551615 1 @ 0x2' '#	0x1	main.all+0x1	a.go:1' 'x @ 0x1' >block
  $ collapse-go block; collapse-go -q --sample-index contentions block
  # flambeau: unit=contentions
  main.all 3
  sync.(*Mutex).Lock 6
  $ printf '%s\n' 'goroutine profile: total 3' '2 @ 0x1' '#	0x1	main.a+0x1	a.go:1' '' '1 @' '#	0x0' '' 'goroutine 4 [running]:' 'main.b()' | collapse-go -q --labels user
  [unknown] 1
  main.a 2
  main.b 1
  $ collapse-go -q --labels user heap
  # flambeau: unit=bytes
  @user=eve;main.(*T).run+0x1;main.fill 9258
  [<0x7f2>];[<0x7f1>] 4629
  $ cat err
  collapse-go: heap:1: no values of the type asked for
  collapse-go: skipped 1 profile without values of that type
  collapse-go: no output: part of the input was not understood
  collapse-go: block:8: not understood: 'x @ 0x1'
  collapse-go: block:8: count is too large
  collapse-go: skipped 1 line not understood, 1 count that is too large
  collapse-go: no output: part of the input was not understood

# no-frequency
cycles without the frequency of their clock are no time, which is said

  $ printf '%s\n' '--- mutex:' 'sampling period=1' '4000 2 @ 0x1' '#	0x1	f+0x2	a.go:1' >in
  $ collapse-go in; collapse-go -q --sample-index contentions in
  # flambeau: unit=contentions
  f 2
  $ cat err
  collapse-go: in:5: no column with the values to count: 'cycles/second'
  collapse-go: skipped 1 table without that column
  collapse-go: no output: part of the input was not understood

# goroutines-left-out
those in other states are counted

  $ printf 'goroutine %s:\nmain.f()\n\t/m.go:1 +0x1\n\n' '1 [running]' '2 [chan receive, 3 minutes]' '3 [select]' >in
  $ collapse-go --states running in
  main.f 1
  $ collapse-go -v --states running in
  main.f 1
  $ collapse-go -v --states sleep in
  [1]
  $ cat err
  collapse-go: skipped 2 goroutines in other states
  collapse-go: skipped 3 goroutines in other states
  collapse-go: no stacks: none of 3 samples was selected

# an-empty-line-behind-each-line-of-a-dump

  $ printf 'goroutine 7 [running]:\n\nmain.sell(0x1)\n\n\t/s.go:3 +0x1\n\nmain.run()\n\n\t/s.go:9 +0x1\n\ncreated by main.main in goroutine 1\n\n\t/s.go:1 +0x1\n\n\n\ngoroutine 8 [select]:\n\nmain.wait()\n\n\t/s.go:5 +0x1\n\n\n\nexit status 2\n' >in
  $ collapse-go --strict in
  main.run;main.sell 1
  main.wait 1
