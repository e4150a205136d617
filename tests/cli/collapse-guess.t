SPDX-License-Identifier: MIT

# less-to-go-by
what other signs say when the first ones are missing

  $ grep -v '^PeriodType' "$FIXTURES/go/raw-cpu.txt" >go
  $ collapse-guess --no-header go | head -n 1
  main.main.func1;runtime/pprof.Do;main.main.func1.1;main.work;compress/gzip.(*Writer).Close;compress/flate.(*Writer).Close;compress/flate.(*compressor).close;compress/flate.(*compressor).deflate;compress/flate.(*compressor).writeBlock;compress/flate.(*huffmanBitWriter).writeBlock;compress/flate.(*huffmanBitWriter).generateCodegen;runtime.asyncPreempt 10000000
  $ printf 'java 1/2 [000] 1.500: 250000 cycles:\n\t7f3c main (x)\n\n' >perf
  $ collapse-guess perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;main 250000
  $ printf 'java 1/2 [000] 1.500: cycles: \n\t7f3c main (x)\n\n' >perf
  $ collapse-guess perf
  java;main 1
  $ printf 'java 1/2 [000] 1.500:\n1.500: x:\njava 1/2 1.500: 5\n' >none
  $ collapse-guess none
  [1]
  $ printf 'swapper 0 [000] 1.500: PERF_RECORD_LOST\njava 1/2 [000] 1.500: 250000 cycles:\n' >events
  $ collapse-guess events
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java 250000
  $ cat err
  collapse-guess: go looks like go
  collapse-guess: perf looks like perf
  collapse-guess: perf looks like perf
  collapse-guess: no format recognised; collapse-guess --list names the formats
  collapse-guess: events looks like perf
  collapse-guess: skipped 1 record that is no sample

# libraries-by-need
needs: dlopen native gzip collapse-cpuprofile collapse-xctrace

  $ for program in collapse-guess flamegraph export-top; do
  > 	LD_TRACE_LOADED_OBJECTS=1 $program | grep -e libz -e libyajl -e libexpat
  > done
  [1]
  $ mkdir lib
  $ for library in libz.so.1 libyajl.so.2 libexpat.so.1; do
  > 	: >lib/$library
  > done
  $ printf 'a;b 1\n' >folded
  $ export LD_LIBRARY_PATH=$PWD/lib
  $ collapse-cpuprofile "$FIXTURES/cpuprofile/shop.cpuprofile"
  [2]
  $ echo $?
  2
  $ collapse-xctrace "$FIXTURES/xctrace/shop.xml"
  [2]
  $ echo $?
  2
  $ export-pprof --output out.pb.gz folded
  [1]
  $ echo $?
  1
  $ ls out.pb.gz 2>/dev/null
  [2]
  $ flamegraph --html folded | grep -c "<html"
  1
  $ collapse-stap "$FIXTURES/stap/user.txt" | grep -c .
  2
  $ rm -r lib
  $ collapse-xctrace "$FIXTURES/xctrace/shop.xml" | grep -c .
  3
  $ cat err
  collapse-cpuprofile: cannot load libyajl.so.2, the library that reads JSON
  collapse-xctrace: cannot load libexpat.so.1, the library that reads XML
  export-pprof: zlib is missing, the library that writes gzip

# list

  $ collapse-guess --list | cut -d " " -f 1 | head -n 3
  folded
  perf
  dtrace

# names
needs: native
The program of all formats and that of the exports are chosen by the end of the name.

  $ program=$(command -v collapse-guess)
  $ for name in prefix-collapse-stap stackcollapse-stap stackcollapse-stap.pl inferno-collapse-guess any; do
  > 	ln -s "$program" $name
  > 	./$name --help | head -n 1
  > done
  prefix-collapse-stap - folded stacks from SystemTap's print_stack() and print_ustack()
  stackcollapse-stap - folded stacks from SystemTap's print_stack() and print_ustack()
  stackcollapse-stap.pl - folded stacks from SystemTap's print_stack() and print_ustack()
  inferno-collapse-guess - folded stacks from input whose format is recognised
  any - folded stacks from input whose format is recognised
  $ ln -s "$(command -v export-top)" prefix-export-pprof
  $ ./prefix-export-pprof --help | head -n 1
  prefix-export-pprof - folded stacks to a profile for pprof
  $ cp -L "$(command -v collapse-vtune-mc)" collapse-vtune-mc
  $ ./collapse-vtune-mc --help | head -n 1
  collapse-vtune-mc - folded stacks from the memory consumption analysis of Intel VTune Profiler

# near
what a format's beginning looks like when little of it is there

  $ run() { collapse-guess -j 1 2>&1; echo "exit $?"; }
  $ printf 'a;b;; 50\n;a;b 20\na;b 10\n' | run
  collapse-guess: standard input looks like folded
  ;a;b 20
  a;b 60
  exit 0
  $ printf 'main;f; 50\nmain;g; 20\n' | run
  collapse-guess: standard input looks like heaptrack
  main;f 50
  main;g 20
  exit 0
  $ printf 'CPU     ID                    FUNCTION:NAME\n  0  52174                        :tick-60s\n\n\n    Lcom/a/B;.run\n    4\n' | run
  collapse-guess: standard input looks like dtrace
  com/a/B:.run 4
  exit 0
  $ printf 'app 1/1 [000] 1.0:\n\tc1 a (/b)\n\n' | run
  collapse-guess: standard input looks like perf
  app;a 1
  exit 0

# none
nothing is certain: the nearest ones are named

  $ printf 'hello\nworld\n' | collapse-guess
  [1]
  $ echo "exit $?"
  exit 1
  $ printf ' 0x1 : main [app]\n 7\n' | inferno-collapse-guess
  [1]
  $ echo "exit $?"
  exit 1
  $ : | collapse-guess
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-guess missing
  [1]
  $ cat err
  collapse-guess: no format recognised; collapse-guess --list names the formats
  inferno-collapse-guess: no format recognised; it might be stap
  collapse-guess: nothing recognised: the input is empty; the program before the pipe printed nothing
  collapse-guess: missing: No such file or directory

# opt-stats

  $ collapse-guess -q --stats -j 1 "$FIXTURES/dtrace/c.txt" 2>stats >/dev/null
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  collapse-guess: 1492 bytes, 51 lines, 6 samples, 15 frames, 5 stacks, T s, R GB/s, M MiB, 1 threads

# options
options of the reader are known, those of a format are not

  $ collapse-guess -q -j 2 --strict -o out "$FIXTURES/stap/user.txt" && cat out
  __libc_start_main;0x400720;operator++(counter&) 5
  __libc_start_main;[/opt/app/bin/server];reader::fill(char const*, unsigned long);__read_nocancel 3
  $ inferno-collapse-guess -q -n 2 "$FIXTURES/stap/user.txt"
  __libc_start_main;0x400720;operator++(counter&) 5
  __libc_start_main;[/opt/app/bin/server];reader::fill(char const*, unsigned long);__read_nocancel 3
  $ collapse-guess --kernel "$FIXTURES/stap/user.txt"
  [2]
  $ cat err
  collapse-guess: option '--kernel' is not known; try 'collapse-guess --help'

# perf-without-time
of old perf, and -F comm,tid,event,ip,sym,dso

  $ printf '%s\n' 'java 20761 cycles:' 'ffffffff8104e1b7 native_write_msr_safe ([kernel.kallsyms])' '    7f0012 main (/usr/bin/a b)' '' | collapse-guess
  java;main;native_write_msr_safe 1
  $ cat err
  collapse-guess: standard input looks like perf

# says-what
needs: gzip
from a file, from a pipe, compressed; folded text too

  $ cp "$FIXTURES/stap/kernel.txt" in
  $ collapse-guess in
  do_syscall_64;vfs_read;ext4_file_read_iter 100
  start_secondary;do_idle;cpuidle_enter_state;intel_idle 1742
  $ cat "$FIXTURES/stap/kernel.txt" | collapse-guess -
  do_syscall_64;vfs_read;ext4_file_read_iter 100
  start_secondary;do_idle;cpuidle_enter_state;intel_idle 1742
  $ gzip -c "$FIXTURES/stap/kernel.txt" | collapse-guess -q
  do_syscall_64;vfs_read;ext4_file_read_iter 100
  start_secondary;do_idle;cpuidle_enter_state;intel_idle 1742
  $ printf 'b;c 2\na 1\nb;c 3\n' | collapse-guess
  a 1
  b;c 5
  $ cat err
  collapse-guess: in looks like stap
  collapse-guess: standard input looks like stap
  collapse-guess: standard input looks like folded

# unread
needs: collapse-cpuprofile
files that no program reads: what they are, and the command or the recorder that helps

  $ printf 'Nettrace\024\000\000\000!FastSerialization.1' >dot.nettrace
  $ printf '\000\000\001\000\002\003' >trace.etl
  $ printf 'PK\003\004aaaa' >vs.diagsession
  $ printf 'jslb0\001' >p.jslb
  $ printf 'memray\000\014' >memray.bin
  $ printf 'v8-version,12,4\nshared-library,/usr\n' >node.log
  $ printf 'hdrb\000\000' >ghc.eventlog
  $ printf 'JOB "a +RTS"\nDATE "x"\n(1)main 4\n' >ghc.hp
  $ printf 'SLOW\003\000' >art.trace
  $ printf '*version\n1\n' >art2.trace
  $ printf 'MDMP\001\002' >crash.dmp
  $ printf '\317\372\355\376\007' >core.mac
  $ printf '{"root_frame": {"function": "main"}}' >pyinstrument.json
  $ printf '{"alloc_samples":0,"elapsed_time_sec":1,"growth_rate":0}' >scalene.json
  $ printf '{"max_footprint_mb":1}' >scalene2.json
  $ printf '{"flamebearer":{"names":[]}}' >pyroscope.json
  $ printf '{"snapshot":{"meta":{"node_fields":[]}}}' >v8.heapsnapshot
  $ printf '{"version":1,"recording":{"displayName":"T"},"overview":{}}' >safari.json
  $ printf '{"type":"meta"}\n{"type": "str_def", "defs": []}\n' >tachyon.jsonl
  $ printf 'sample:\n  event_type: cpu-cycles\n' >simpleperf.txt
  $ printf 'Line #,Process,Stack,Weight\n1,a,b,3\n' >wpa.csv
  $ printf '{"main()==>a":{"ct":1,"wt":3}}' >xhprof.json
  $ printf '[events]\n0 1 0\n' >spx.txt
  $ printf 'heap profile:      1:     32 [     2:     64] @ heap_v2/524288\n     1: 32 [2: 64] @ 0x401136\n' >tcmalloc.heap
  $ printf 'heap profile:      1:     32 [     2:     64] @ heapprofile\n     1: 32 [2: 64] @ 0x401136\n' >tcmalloc2.heap
  $ printf 'heap profile:      1:     32 [     1:     32] @ growthz\n     1: 32 [1: 32] @ 0x401136\n' >tcmalloc.growth
  $ printf '%s\n' '--- contentionz 1 ---' 'cycles/second = 1000' '  7 1 @ 0x401136' >tcmalloc.contention
  $ printf 'Thread (0x48839B):\r\n  [Native Frames]\r\n  System.Console!System.Console.ReadKey()\r\n' >dotnet-stack.txt
  $ printf 'Statistical profiling result from isolate.log, (12 ticks)\n\n ticks  total  nonlib   name\n' >node-report.txt
  $ for file in *; do
  > 	[ "$file" = err ] || [ "$file" = script ] || collapse-guess "$file"
  > done
  [1]
  $ collapse-speedscope pyinstrument.json
  [1]
  $ collapse-firefox <pyroscope.json
  [1]
  $ echo == words that a profile may have, too
  == words that a profile may have, too
  $ echo 'SLOW;memray 3' | collapse-guess
  SLOW;memray 3
  $ echo '{"traceEvents":[{"ph":"X","name":"\"root_frame\"","ts":0,"dur":5,"pid":1,"tid":1}],"root_frame":0}' | collapse-guess --no-header
  "root_frame" 5
  $ cat err
  collapse-guess: art.trace: this is a method trace of ART; open it in Android Studio or the Firefox Profiler
  collapse-guess: art2.trace: this is a method trace of ART; open it in Android Studio or the Firefox Profiler
  collapse-guess: core.mac: this is a program or a core file of macOS (Mach-O); try: lldb -c core.mac, then bt all, for collapse-lldb
  collapse-guess: crash.dmp: this is a minidump; open it in a debugger: lldb -c crash.dmp, then bt all, for collapse-lldb
  collapse-guess: dot.nettrace: this is a trace of .NET (nettrace); try: dotnet-trace convert --format speedscope dot.nettrace, and collapse-speedscope what it writes
  collapse-guess: dotnet-stack.txt: this is a report of dotnet-stack, of one moment; it is not read; try: dotnet-trace collect --format speedscope, and collapse-speedscope what it writes
  collapse-guess: ghc.eventlog: this is an eventlog of GHC; run the program with +RTS -p, and collapse-ghcprof its .prof file
  collapse-guess: ghc.hp: this is a heap profile of GHC, which has no stacks; try: hp2pretty ghc.hp; or run the program with +RTS -p, for collapse-ghcprof
  collapse-guess: memray.bin: this is a file of memray; try: memray flamegraph memray.bin, or memray transform gprof2dot memray.bin
  collapse-guess: node-report.txt: this is a report of node --prof-process; it has no whole stacks; use --preprocess, and collapse-speedscope what it writes, or record with node --cpu-prof, for collapse-cpuprofile
  collapse-guess: node.log: this is a log of node --prof; try: node --prof-process --preprocess node.log > out.json, and collapse-speedscope what it writes; or record with node --cpu-prof, for collapse-cpuprofile
  collapse-guess: p.jslb: this is a profile in columns (JsonSlabs); open it in the Firefox Profiler, and save it as .json.gz for collapse-firefox
  collapse-guess: pyinstrument.json: this is a session of pyinstrument; try: pyinstrument -r speedscope, and collapse-speedscope what it writes
  collapse-guess: pyroscope.json: this is a picture of Pyroscope as JSON; download the profile as pprof instead, for collapse-pprof
  collapse-guess: safari.json: this is a timeline of Safari; it is not read; record with the Firefox Profiler or samply
  collapse-guess: scalene.json: this is a profile of scalene, of lines without stacks; record with py-spy or cProfile instead
  collapse-guess: scalene2.json: this is a profile of scalene, of lines without stacks; record with py-spy or cProfile instead
  collapse-guess: simpleperf.txt: this is text of simpleperf report-sample; add --protobuf, for collapse-simpleperf
  collapse-guess: spx.txt: this is a report of SPX; it is not read yet; record with xdebug or Excimer
  collapse-guess: tachyon.jsonl: this is a list of lines of Python's profiling.sampling (--jsonl); it has no stacks; use --binary, for collapse-tachyon, or --collapsed
  collapse-guess: tcmalloc.contention: this is a profile of locks of gperftools; try: pprof -proto PROGRAM tcmalloc.contention > out.pb.gz, and collapse-pprof what it writes
  collapse-guess: tcmalloc.growth: this is a heap profile of gperftools; try: pprof -proto PROGRAM tcmalloc.growth > out.pb.gz, and collapse-pprof what it writes
  collapse-guess: tcmalloc.heap: this is a heap profile of gperftools; try: pprof -proto PROGRAM tcmalloc.heap > out.pb.gz, and collapse-pprof what it writes
  collapse-guess: tcmalloc2.heap: this is a heap profile of gperftools; try: pprof -proto PROGRAM tcmalloc2.heap > out.pb.gz, and collapse-pprof what it writes
  collapse-guess: trace.etl: this is a trace of Windows (ETL); try: samply import trace.etl, or PerfView and its export to speedscope
  collapse-guess: v8.heapsnapshot: this is a heap snapshot of V8; it has no stacks of time; record with --heap-prof, for collapse-cpuprofile
  collapse-guess: vs.diagsession: this is a session of Visual Studio's profiler; open it there, and export; or record with PerfView or dotnet-trace
  collapse-guess: wpa.csv: this is a table of Windows Performance Analyzer; it is not read yet; try: samply import the .etl file
  collapse-guess: xhprof.json: this is a profile of XHProf or Tideways; it is not read yet; record with xdebug or Excimer
  collapse-speedscope: pyinstrument.json: this is a session of pyinstrument; try: pyinstrument -r speedscope, and collapse-speedscope what it writes
  collapse-firefox: standard input: this is a picture of Pyroscope as JSON; download the profile as pprof instead, for collapse-pprof
  collapse-guess: standard input looks like folded
  collapse-guess: standard input looks like chrome-tracing

# two
two formats say yes

  $ printf ' 0x1 : main+0x1/0x2 [app]\n 7\n\n        libc.so.1`strlen+0x16\n   12\n' | collapse-guess
  [1]
  $ cat err
  collapse-guess: ambiguous: matches dtrace and stap; run collapse-dtrace or collapse-stap
