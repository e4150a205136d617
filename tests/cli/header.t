SPDX-License-Identifier: MIT

# all
needs: collapse-cpuprofile
host and command only when asked for; a file named all is ./all

  $ perf=$FIXTURES/perf/threads-fp.header.txt
  $ for way in --header "--header all" --header=all; do
  > 	collapse-perf $way "$perf" | grep '^#' | grep -c -e host= -e command=
  > done
  0
  2
  2
  $ collapse-perf "$perf" --header all -o out && grep '^# flambeau: [fhc]' out
  # flambeau: frequency=499
  # flambeau: host=vm
  # flambeau: command="/usr/bin/perf record -N --sample-cpu -F 499 -e cpu-clock -g -o /home/dev/works/perf-data/threads-fp.perf.data -- bin/threads 3"
  $ collapse-callgrind --header all "$FIXTURES/callgrind/callers.out" | grep '^#'
  # flambeau: event=Ir
  # flambeau: unit=instructions
  # flambeau: command=./tree
  $ collapse-massif --header all "$FIXTURES/massif/tree.out" | grep '^#'
  # flambeau: unit=bytes
  # flambeau: command=./tree
  $ collapse-stackprof --header "$FIXTURES/stackprof/wall.json" | grep '^#'
  # flambeau: event=wall
  # flambeau: unit=samples
  # flambeau: frequency=2000
  # flambeau: samples=3789
  # flambeau: lost=7
  $ collapse-perf --header all ./all; collapse-perf --header=some "$perf"
  [2]
  $ printf '# flambeau: host=h command=c\na;b 1\n' | tee all | collapse-recursive --header; collapse-recursive --header ./all
  # flambeau: host=h
  # flambeau: command=c
  a;b 1
  # flambeau: host=h
  # flambeau: command=c
  a;b 1
  $ stackcollapse-perf.pl --header all 2>&1 | head -n 1
  stackcollapse-perf.pl: option '--header' is not known
  $ cat err
  collapse-stackprof: skipped 7 samples that stackprof missed
  collapse-perf: ./all: No such file or directory
  collapse-perf: option '--header' has no value 'some': it is one of all; try 'collapse-perf --help'

# collapsers
needs: xmllint collapse-cpuprofile gzip
What each format knows of its counts; without --header it is written where counts are not samples.

  $ facts() # PROGRAM [OPTION] - of all files of the format
  > {
  > 	for file in "$FIXTURES"/$format/*; do
  > 		case $file in *.jfr) continue ;; esac # recordings have one unless told otherwise
  > 		"$@" "$file" 2>/dev/null | sed -n 's/^# flambeau:\( .*\)/\1/p'
  > 	done | sort -u | tr -d '\n'
  > }
  $ for format in aix callgrind chrome-tracing cpuprofile dtrace elfutils faulthandler gdb ghcprof go heaptrack ibmjava \
  > 	instruments java-exceptions jemalloc jfr jstack ljp massif offcpu perf-sched pmc pprof pprof-rs \
  > 	sample speedscope stackprof stap strace uftrace vsprof vtune vtune-mc xdebug \
  > 	async-profiler austin dhat eflame firefox julia lldb memleak procstack pstats python rprof; do
  > 	echo "$format:$(facts collapse-$format --header)"
  > 	echo "	by default:$(facts collapse-$format)"
  > 	facts collapse-$format --no-header
  > done
  aix: unit=samples
  	by default:
  callgrind: event=Ir unit=instructions
  	by default: event=Ir unit=instructions
  chrome-tracing: unit=samples unit=us
  	by default: unit=us
  cpuprofile: unit=bytes unit=samples
  	by default: unit=bytes
  dtrace:
  	by default:
  elfutils: unit=samples
  	by default:
  faulthandler: unit=samples
  	by default:
  gdb: unit=samples
  	by default:
  ghcprof:
  	by default:
  go: event=alloc_space event=cpu event=delay unit=bytes unit=ns
  	by default: event=alloc_space event=cpu event=delay unit=bytes unit=ns
  heaptrack: unit=bytes
  	by default: unit=bytes
  ibmjava: unit=samples
  	by default:
  instruments: unit=ms unit=samples
  	by default: unit=ms
  java-exceptions: unit=exceptions
  	by default: unit=exceptions
  jemalloc: unit=bytes
  	by default: unit=bytes
  jfr: unit=samples
  	by default:
  jstack: unit=samples
  	by default:
  ljp: unit=samples
  	by default:
  massif: unit=bytes
  	by default: unit=bytes
  offcpu: unit=us
  	by default: unit=us
  perf-sched: unit=us
  	by default: unit=us
  pmc: unit=samples
  	by default:
  pprof: duration=5.16s event=alloc_space event=cpu event=delay frequency=100 start=2026-11-20T14:41:51Z start=2026-11-20T14:41:56Z unit=bytes unit=ns
  	by default: duration=5.16s event=alloc_space event=cpu event=delay frequency=100 start=2026-11-20T14:41:51Z start=2026-11-20T14:41:56Z unit=bytes unit=ns
  pprof-rs: unit=samples
  	by default:
  sample: unit=samples
  	by default:
  speedscope: unit=us
  	by default: unit=us
  stackprof: event=wall frequency=2000 lost=7 samples=3789 unit=samples
  	by default:
  stap:
  	by default:
  strace: unit=calls
  	by default: unit=calls
  uftrace: unit=ns
  	by default: unit=ns
  vsprof:
  	by default:
  vtune: unit=ms
  	by default: unit=ms
  vtune-mc: unit=allocations
  	by default: unit=allocations
  xdebug: unit=us
  	by default: unit=us
  async-profiler: unit=ns
  	by default: unit=ns
  austin: event=wall unit=us
  	by default: event=wall unit=us
  dhat: event=ad-hoc event=copy event=heap unit=bytes unit=units
  	by default: event=ad-hoc event=copy event=heap unit=bytes unit=units
  eflame: unit=samples
  	by default:
  firefox: event=samples samples=6 samples=8 start=2025-10-09T08:53:20Z unit=samples unit=us unnamed=1 unnamed=3
  	by default: event=samples samples=6 start=2025-10-09T08:53:20Z unit=us
  julia: unit=samples
  	by default:
  lldb: unit=samples
  	by default:
  memleak: unit=bytes
  	by default: unit=bytes
  procstack: unit=samples
  	by default:
  pstats: event=wall unit=ns unit=samples
  	by default: event=wall unit=ns
  python: unit=samples
  	by default:
  rprof: unit=samples
  	by default:

# exports
needs: gzip
Types and units of other formats come from the header.

  $ printf '%s\n' '# flambeau: event=cpu' '# flambeau: unit=us' '# flambeau: duration=1.5s' 'a;b 2' >time
  $ printf '%s\n' '# flambeau: event=page-faults unit=faults' 'a;b 2' >faults
  $ for file in time faults; do
  > 	export-pprof $file | collapse-pprof --header
  > 	export-pprof --sample-type x/y $file | collapse-pprof --header
  > 	export-speedscope $file | grep -o '"unit":"[a-z]*"'
  > 	export-speedscope --unit bytes $file | grep -o '"unit":"[a-z]*"'
  > done
  # flambeau: event=cpu
  # flambeau: unit=us
  # flambeau: duration=1.5s
  a;b 2
  # flambeau: event=x
  # flambeau: unit=y
  # flambeau: duration=1.5s
  a;b 2
  "unit":"microseconds"
  "unit":"bytes"
  # flambeau: event=faults
  # flambeau: unit=faults
  a;b 2
  # flambeau: event=x
  # flambeau: unit=y
  a;b 2
  "unit":"none"
  "unit":"bytes"
  $ for file in time faults; do
  > 	export-top $file
  > 	export-top --format markdown $file
  > 	export-top --format json $file
  > done
  2.00 µs in 1 stack of 2 functions; cpu in 1.50 s
   (esc)
       self   self %    total  total %  function
    2.00 µs  100.00%  2.00 µs  100.00%  b
       0 ns    0.00%  2.00 µs  100.00%  a
  2.00 µs in 1 stack of 2 functions; cpu in 1&#46;50 s
   (esc)
  | self | self % | total | total % | function |
  | --: | --: | --: | --: | :-- |
  | 2.00 µs | 100.00 | 2.00 µs | 100.00 | <code>b</code> |
  | 0 ns | 0.00 | 2.00 µs | 100.00 | <code>a</code> |
  {"total":2,"unit":"us","stacks":1,"functions":2,"top":[
  {"self":2,"self_percent":100.00,"total":2,"total_percent":100.00,"function":"b"},
  {"self":0,"self_percent":0.00,"total":2,"total_percent":100.00,"function":"a"}
  ]}
  2 faults in 1 stack of 2 functions; page-faults
   (esc)
    self   self %  total  total %  function
       2  100.00%      2  100.00%  b
       0    0.00%      2  100.00%  a
  2 faults in 1 stack of 2 functions; page&#45;faults
   (esc)
  | self | self % | total | total % | function |
  | --: | --: | --: | --: | :-- |
  | 2 | 100.00 | 2 | 100.00 | <code>b</code> |
  | 0 | 0.00 | 2 | 100.00 | <code>a</code> |
  {"total":2,"unit":"faults","stacks":1,"functions":2,"top":[
  {"self":2,"self_percent":100.00,"total":2,"total_percent":100.00,"function":"b"},
  {"self":0,"self_percent":0.00,"total":2,"total_percent":100.00,"function":"a"}
  ]}
  $ difffolded time time | export-top
  2.00 µs before, 2.00 µs after in 1 stack of 2 functions; cpu in 1.50 s
   (esc)
    self before  self after  total before  total after  function
        2.00 µs     2.00 µs       2.00 µs      2.00 µs  b
           0 ns        0 ns       2.00 µs      2.00 µs  a

# guess
The format that was found writes its header; folded stacks keep theirs.

  $ collapse-guess -q --header "$FIXTURES"/massif/* | grep '^#'
  # flambeau: unit=bytes
  $ printf '# flambeau: unit=ns\na;b 1\n' | collapse-guess -q
  # flambeau: unit=ns
  a;b 1

# hostile
What a header says is as harmless as a name, wherever it goes.

  $ printf '%s\n' '# flambeau: event="<img src=x>&\x1b]0;t\x07" unit="\x1b[2J|<b>"' 'a;b 2' >in
  $ export-top in | cat -v
  2 M-oM-?M-=[2J|<b> in 1 stack of 2 functions; <img src=x>&M-oM-?M-=]0;tM-oM-?M-=
   (esc)
    self   self %  total  total %  function
       2  100.00%      2  100.00%  b
       0    0.00%      2  100.00%  a
  $ export-top --format markdown in | cat -v
  2 M-oM-?M-=&#91;2J&#124;&#60;b&#62; in 1 stack of 2 functions; &#60;img src&#61;x&#62;&#38;M-oM-?M-=&#93;0&#59;tM-oM-?M-=
   (esc)
  | self | self % | total | total % | function |
  | --: | --: | --: | --: | :-- |
  | 2 | 100.00 | 2 | 100.00 | <code>b</code> |
  | 0 | 0.00 | 2 | 100.00 | <code>a</code> |
  $ export-top --format json in | head -n 1
  {"total":2,"unit":"�[2J|\u003cb\u003e","stacks":1,"functions":2,"top":[
  $ flamegraph in | grep -o '<title>[^<]*\|id="subtitle"[^<]*\|"countname".*' | cat -v
  id="subtitle" x="50%" y="48">&lt;img src=x&gt;&amp;M-oM-?M-=]0;tM-oM-?M-=
  <title>all (2 M-oM-?M-=[2J|&lt;b&gt;, 100%)
  <title>a (2 M-oM-?M-=[2J|&lt;b&gt;, 100.00%)
  <title>b (2 M-oM-?M-=[2J|&lt;b&gt;, 100.00%)
  "countname":"M-oM-?M-=[2J|\u003cb\u003e",
  $ flamegraph --text in | cat -v
  <img src=x>&?]0;t?
  |all (2 ?[2J|<b>, 100%)_________________________________________________________
  |a 100.00%______________________________________________________________________
  |b 100.00%______________________________________________________________________
  2 of 2 frames shown
  $ difffolded in in 2>&1 | cat -v
  # flambeau: event="<img src=x>&\x1B]0;t\x07"
  # flambeau: unit="\x1B[2J|<b>"
  a;b 2 2

# kept
What reads folded stacks and writes some keeps the header.

  $ printf '%s\n' '# flambeau: event=cpu' '# flambeau: unit=ns' '# flambeau: samples=5' \
  > 	'# flambeau: host="a b"' 'a;b 2' 'a;a;c 3' >in
  $ collapse-filter in
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: host="a b"
  # flambeau: samples=5
  a;a;c 3
  a;b 2
  $ echo == merged
  == merged
  $ collapse-filter --merge in in
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: host="a b"
  # flambeau: samples=10
  a;a;c 6
  a;b 4
  $ echo == nobody knows how many samples are left
  == nobody knows how many samples are left
  $ collapse-filter --focus b in 2>/dev/null
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: host="a b"
  a;b 2
  $ collapse-filter --top 1 in 2>/dev/null
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: host="a b"
  a;a;c 3
  $ echo == recursive
  == recursive
  $ collapse-recursive in
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: host="a b"
  # flambeau: samples=5
  a;b 2
  a;c 3
  $ stackcollapse-recursive.pl in
  a;b 2
  a;c 3
  $ echo == of files with different units
  == of files with different units
  $ sed 's/unit=ns/unit=bytes/' in >bytes
  $ collapse-filter --merge in bytes
  # flambeau: event=cpu
  # flambeau: host="a b"
  # flambeau: samples=10
  a;a;c 6
  a;b 4
  $ echo == a differential has no samples, its picture neither
  == a differential has no samples, its picture neither
  $ difffolded in in
  # flambeau: event=cpu
  # flambeau: unit=ns
  # flambeau: host="a b"
  a;a;c 3 3
  a;b 2 2
  $ diffreport --svg diff.svg in in >report
  $ grep -o '<title>all[^<]*' diff.svg
  <title>all (5 ns, was 5 ns: 0 ns, x1.00, 100%)
  $ diffreport in bytes 2>&1 >report
  $ cat err
  collapse-filter: the counts to be added up have different units

# options
needs: collapse-cpuprofile gzip
Options choose what is counted: the unit is theirs.

  $ unit()
  > {
  > 	"$@" 2>/dev/null | sed -n 's/^# flambeau: unit=//p'
  > }
  $ unit collapse-strace --header --time "$FIXTURES"/strace/*
  us
  $ unit collapse-cpuprofile --header --time "$FIXTURES"/cpuprofile/*.cpuprofile
  us
  $ unit collapse-chrome-tracing --header --nanoseconds "$FIXTURES"/chrome-tracing/*.json
  $ unit collapse-pprof --header --sample-type samples "$FIXTURES"/pprof/go-cpu.pb.gz
  samples
  $ unit collapse-callgrind --header --event Dr "$FIXTURES"/callgrind/*
  $ unit collapse-jfr --header --event-filter jdk.ObjectAllocationSample "$FIXTURES"/jfr/*
  events

# perf
The event, what its periods are, the samples that were kept, and how long it took.

  $ sample()
  > {
  > 	printf 'prog 1/1 [000] %s: %s\n\t1000 work+0x1 (/bin/prog)\n\t2000 main+0x2 (/bin/prog)\n\n' \
  > 		"$@"
  > }
  $ {
  > 	sample 1.5 '10101010 cpu-clock:u:'
  > 	sample 1.75 '10101010 cpu-clock:u:'
  > 	sample 2.0 '1 page-faults:'
  > 	sample 4.0005 '10101010 cpu-clock:u:'
  > } >two
  $ collapse-perf --header two
  # flambeau: event=cpu-clock:u
  # flambeau: unit=ns
  # flambeau: duration=2.5s
  # flambeau: samples=3
  prog;main;work 30303030
  $ echo == page-faults
  == page-faults
  $ collapse-perf --header --event-filter page-faults two
  # flambeau: event=page-faults
  # flambeau: unit=faults
  # flambeau: duration=2.5s
  # flambeau: samples=1
  prog;main;work 1
  $ echo == both: no unit
  == both: no unit
  $ collapse-perf --header --event-filter page-faults --event-filter cpu-clock two
  # flambeau: duration=2.5s
  # flambeau: samples=4
  cpu-clock:u;prog;main;work 30303030
  page-faults;prog;main;work 1
  $ echo == of two threads
  == of two threads
  $ collapse-perf --header -j 2 --chunk-size 1 two | head -n 4
  # flambeau: event=cpu-clock:u
  # flambeau: unit=ns
  # flambeau: duration=2.5s
  # flambeau: samples=3
  $ echo == what was not selected is not counted
  == what was not selected is not counted
  $ collapse-perf --header --time ,1.6 two | grep samples
  # flambeau: samples=1
  $ echo == no period was printed
  == no period was printed
  $ sample 1.0 'cycles:' | collapse-perf --header
  # flambeau: event=cycles
  # flambeau: unit=samples
  # flambeau: samples=1
  prog;main;work 1
  $ echo == a tracepoint
  == a tracepoint
  $ sample 1.0 '1 sched:sched_switch:' | collapse-perf --header
  # flambeau: event=sched:sched_switch
  # flambeau: unit=events
  # flambeau: samples=1
  prog;main;work 1
  $ echo == any other event counts what it is called
  == any other event counts what it is called
  $ sample 1.0 '10000 cache-misses:u:' | collapse-perf --header
  # flambeau: event=cache-misses:u
  # flambeau: unit=cache-misses
  # flambeau: samples=1
  prog;main;work 10000
  $ echo == the originals write none
  == the originals write none
  $ stackcollapse-perf.pl --header two 2>&1 | head -n 1
  stackcollapse-perf.pl: option '--header' is not known
  $ stackcollapse-perf.pl two 2>/dev/null
  prog;main;work 30303030
  $ cat err
  collapse-perf: kept the first event, cpu-clock:u; left out 1 sample of other events, for --event-filter: page-faults (1)
  collapse-perf: left out 3 samples of other events: cpu-clock:u (3)
  collapse-perf: kept the first event, cpu-clock:u; left out 1 sample of other events, for --event-filter: page-faults (1)
  collapse-perf: kept the first event, cpu-clock:u; left out 1 sample of other events, for --event-filter: page-faults (1)

# pictures
The unit of the counts on the picture; the number of samples at the root and below the title.

  $ texts()
  > {
  > 	flamegraph "$@" | grep -o '<title>[^<]*\|id="subtitle"[^<]*' | sed 's/.*>//'
  > }
  $ header()
  > {
  > 	printf '# flambeau: event=%s\n# flambeau: unit=%s samples=61\n' $1 $2
  > 	printf 'main;f 120000000\nmain;g 2004008\n'
  > }
  $ header cpu-clock ns >time
  $ texts time
  cpu-clock, 61 samples
  all (122 ms, 61 samples, 100%)
  main (122 ms, 100.00%)
  f (120 ms, 98.36%)
  g (2.00 ms, 1.64%)
  $ echo == memory
  == memory
  $ header alloc bytes | texts
  alloc, 61 samples
  all (116.4 MiB, 61 samples, 100%)
  main (116.4 MiB, 100.00%)
  f (114.4 MiB, 98.36%)
  g (1.9 MiB, 1.64%)
  $ echo == anything else
  == anything else
  $ header page-faults faults | texts
  page-faults, 61 samples
  all (122,004,008 faults, 61 samples, 100%)
  main (122,004,008 faults, 100.00%)
  f (120,000,000 faults, 98.36%)
  g (2,004,008 faults, 1.64%)
  $ echo == samples of samples
  == samples of samples
  $ header cycles samples | texts
  cycles, 61 samples
  all (122,004,008 samples, 100%)
  main (122,004,008 samples, 100.00%)
  f (120,000,000 samples, 98.36%)
  g (2,004,008 samples, 1.64%)
  $ echo == one, lost, at, in
  == one, lost, at, in
  $ printf '%s\n' '# flambeau: samples=1 lost=1234' '# flambeau: frequency=99' \
  > 	'# flambeau: duration=2.5s' 'a 1' | texts
  99 Hz, 1 sample in 2.50 s, 1,234 lost
  all (1 samples, 100%)
  a (1 samples, 100.00%)
  $ echo == what was asked for counts more
  == what was asked for counts more
  $ texts --countname x --subtitle y time
  y
  all (122,004,008 x, 61 samples, 100%)
  main (122,004,008 x, 100.00%)
  f (120,000,000 x, 98.36%)
  g (2,004,008 x, 1.64%)
  $ texts --factor 1e-6 time
  cpu-clock, 61 samples
  all (122 samples, 100%)
  main (122 samples, 100.00%)
  f (120 samples, 98.36%)
  g (2 samples, 1.64%)
  $ texts --factor 1e-6 --countname ms time
  cpu-clock, 61 samples
  all (122 ms, 61 samples, 100%)
  main (122 ms, 100.00%)
  f (120 ms, 98.36%)
  g (2 ms, 1.64%)
  $ echo == stacks that are cut or turned
  == stacks that are cut or turned
  $ header cpu-clock ns | texts --reverse
  cpu-clock, 61 samples
  all (122 ms, 61 samples, 100%)
  f (120 ms, 98.36%)
  g (2.00 ms, 1.64%)
  main (120 ms, 98.36%)
  main (2.00 ms, 1.64%)
  $ header cpu-clock ns | texts --base main
  cpu-clock, 61 samples
  all (122 ms, 61 samples, 100%)
  main (122 ms, 100.00%)
  f (120 ms, 98.36%)
  g (2.00 ms, 1.64%)
  $ header cpu-clock ns | texts --base f
  cpu-clock
  all (120 ms, 100%)
  f (120 ms, 100.00%)
  $ echo == as text
  == as text
  $ flamegraph --text --columns 60 time
  cpu-clock, 61 samples
  |all (122 ms, 61 samples, 100%)_____________________________
  |main 100.00%_______________________________________________
  |f 98.36%__________________________________________________
  2 of 3 frames shown, 1 too narrow
  $ echo == a flame chart
  == a flame chart
  $ texts --flamechart time
  cpu-clock, 61 samples
  all (122 ms, 61 samples, 100%)
  main (122 ms, 100.00%)
  f (120 ms, 98.36%)
  g (2.00 ms, 1.64%)
  $ echo == a differential
  == a differential
  $ difffolded time time >both
  $ cat both
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  main;f 120000000 120000000
  main;g 2004008 2004008
  $ texts both
  cpu-clock
  all (122 ms, was 122 ms: 0 ns, x1.00, 100%)
  main (122 ms, was 122 ms: 0 ns, x1.00, 100.00% -&gt; 100.00%)
  f (120 ms, was 120 ms: 0 ns, x1.00, 98.36% -&gt; 98.36%)
  g (2.00 ms, was 2.00 ms: 0 ns, x1.00, 1.64% -&gt; 1.64%)
  $ echo == files that disagree
  == files that disagree
  $ header alloc bytes | cat time - | texts
  122 samples
  all (244,008,016 samples, 100%)
  main (244,008,016 samples, 100.00%)
  f (240,000,000 samples, 98.36%)
  g (4,008,016 samples, 1.64%)
  $ header alloc bytes >memory
  $ difffolded time memory | head -n 1
  main;f 120000000 120000000
  $ echo == the originals take it for a comment, or a line without a count
  == the originals take it for a comment, or a line without a count
  $ inferno-flamegraph time 2>/dev/null | grep -o '<title>[^<]*'
  <title>all (122,004,008 samples, 100%)
  <title>main (122,004,008 samples, 100.00%)
  <title>f (120,000,000 samples, 98.36%)
  <title>g (2,004,008 samples, 1.64%)
  $ flamegraph.pl time 2>&1 >/dev/null
  flamegraph.pl: time:1: no count at the end of the line: '# flambeau: event=cpu-clock'
  flamegraph.pl: time:2: no count at the end of the line: '# flambeau: unit=ns samples=61'
  flamegraph.pl: Ignored 2 lines with invalid format
  $ cat err
  flamegraph: the counts to be added up have different units
  difffolded: the counts to be added up have different units
