SPDX-License-Identifier: MIT

# auto-dtrace
perf is missing, or refuses: dtrace, and why

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only dtrace
  $ flamegraph-record -- echo run 2>&1; rm flamegraph.svg
  run
  flamegraph-record: recorded by dtrace (events: the kernel refuses; perf: not found)
  flamegraph-record: the graph is flamegraph.svg
  $ PERF=refused; export PERF; only perf dtrace
  $ flamegraph-record -- echo run 2>&1; grep -c compute flamegraph.svg
  run
  flamegraph-record: recorded by dtrace (events: the kernel refuses; perf: Access to performance monitoring and observability operations is limited.)
  flamegraph-record: the graph is flamegraph.svg
  3
  $ flamegraph-record --kernel -- echo run 2>&1 | constant | head -n 4
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: Access to performance monitoring and observability operations is limited.; dtrace: has no --kernel; sampler: has no --kernel

# auto-none
nothing that can record: one message that says what was tried, and what to do

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; FLAMESAMPLE_LIB=/nowhere; export FLAMESAMPLE_LIB; svg
  $ flamegraph-record -- echo run 2>err; echo "exit $?"; sed 's/installed: .*/installed: .../' err
  exit 1
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: not found; dtrace: not found; sampler: libflamesample.so.1 is not installed
  flamegraph-record: perf is not installed: ...
  $ PERF=refused DTRACE=refused; export PERF DTRACE; only perf dtrace
  $ flamegraph-record -- echo run 2>err; echo "exit $?"; constant <err; kept
  exit 1
  dtrace: failed to initialize dtrace: DTrace requires additional privileges
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: Access to performance monitoring and observability operations is limited.; dtrace: dtrace: failed to initialize dtrace: DTrace requires additional privileges; sampler: libflamesample.so.1 is not installed
  the graph of before is there

# cargo-argv
what cargo is called with, word by word; the graph is put in place when it is there

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only cargo; svg
  $ flamegraph-record --profiler cargo -- echo 'two  words' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
  two  words
  flamegraph-record: the graph is flamegraph.svg
  cargo
  flamegraph
  --output
  WORK/cargo.svg
  --
  echo
  two  words
  .
  $ cat flamegraph.svg; ls
  <svg>by cargo</svg>
  argv
  flamegraph.svg
  path

# cargo-fails
cargo fails, or draws nothing: the graph of before stays

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only cargo; svg
  $ for CARGO in fail nothing; do
  > 	export CARGO; flamegraph-record --profiler cargo -- true 2>err; echo "exit $?"; constant <err; kept
  > done
  exit 1
  flamegraph-record: profiler command failed: cargo flamegraph: exit status 9
  the graph of before is there
  exit 1
  flamegraph-record: profiler produced no output
  the graph of before is there

# ci
the shell of the templates for CI: the same in both, and a page and a report come of it

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ of() { sed -n '/^ *eval/,/^ *exit /s/^ *//p' "$TESTS/../packaging/ci/$1"; }
  $ of github/action.yml >run.sh; of gitlab.yml | cmp - run.sh && wc -l <run.sh
  7
  $ export FLAMBEAU_BEFORE="echo 'a b' >one" FLAMBEAU_AFTER='true; echo c >"two 2"' FLAMBEAU_OPTIONS="-F 99 --title 'A B'" FLAMBEAU_FOLDER="the pages"
  $ GITHUB_STEP_SUMMARY=summary.md sh -e run.sh >out 2>err; echo "exit $?"; cat one 'two 2'; ls 'the pages'
  exit 0
  a b
  c
  after.html
  before.html
  diff.html
  report.md
  $ head -n 1 summary.md; cmp summary.md 'the pages/report.md'; grep -c '<title>A B</title>' 'the pages/diff.html'
  all: 122 ms -> 122 ms (0 %)
  1
  $ sh -e run.sh 2>err >log; head -n 1 log
  all: 122 ms -> 122 ms (0 %)
  $ FLAMBEAU_OPTIONS=--nonsense sh -e run.sh >out 2>err; echo "exit $?"; tail -n 1 err
  exit 2
  flamegraph-record: option '--nonsense' is not known; try 'flamegraph-record --help'
  $ FLAMBEAU_OPTIONS='--fail-over-total 5% --fail-over 2%' sh -e run.sh >out 2>err; echo "exit $?"; head -n 1 out
  exit 0
  all: 122 ms -> 122 ms (0 %): within budget

# compare
both graphs, that of the difference, and the other way round

  $ . "$TESTS/system/record/stand-in.sh"; only perf
  $ SCRIPT=$PWD/script; export SCRIPT
  $ sample() { printf 'b 1 1.0: %d cycles: \n\t1 %s (x)\n\t2 main (x)\n\n' "$1" "$2"; }
  $ sample 10 f >first; { sample 10 f; sample 30 g; } >second
  $ flamegraph-record compare --json --reverse-diff --output-dir out --label 'a b' -- cp first script -- cp second script 2>err |
  > 	sed 's/\("duration_ms": \)[0-9]*/\1N/'; constant <err
  {"svg_path": "out/diff-a_b.svg", "profiler_used": "perf", "duration_ms": N, "before_svg_path": "out/before-a_b.svg", "after_svg_path": "out/after-a_b.svg", "reverse_svg_path": "out/diff-reverse-a_b.svg"}
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 1 sample: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: only 2 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: all: 10 cycles -> 40 cycles (+300 %)
  flamegraph-record: No function changed its share (2 within the noise)
  flamegraph-record: to let a job fail: --fail-over-total 5% for the whole program, --fail-over 2% for functions
  $ ls out; for graph in out/*.svg; do echo "$graph"; grep -o '<title>[^<]*' "$graph"; grep -o '>[A-Z][A-Za-z :]*</text>' "$graph" | head -n 1; done
  after-a_b.svg
  before-a_b.svg
  diff-a_b.svg
  diff-reverse-a_b.svg
  out/after-a_b.svg
  <title>all (40 cycles, 2 samples, 100%)
  <title>b (40 cycles, 100.00%)
  <title>main (40 cycles, 100.00%)
  <title>f (10 cycles, 25.00%)
  <title>g (30 cycles, 75.00%)
  >After: cp second script</text>
  out/before-a_b.svg
  <title>all (10 cycles, 1 sample, 100%)
  <title>b (10 cycles, 100.00%)
  <title>main (10 cycles, 100.00%)
  <title>f (10 cycles, 100.00%)
  >Before: cp first script</text>
  out/diff-a_b.svg
  <title>all (40 cycles, was 10: +30, x4.00, 100%)
  <title>b (40 cycles, was 10: +30, x4.00, 100.00% -&gt; 100.00%)
  <title>main (40 cycles, was 10: +30, x4.00, 100.00% -&gt; 100.00%)
  <title>f (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 25.00%)
  <title>g (30 cycles, was 0: +30, 0.00% -&gt; 75.00%)
  >Differential Flame Graph</text>
  out/diff-reverse-a_b.svg
  <title>all (40 cycles, was 10: +30, x4.00, 100%)
  <title>b (40 cycles, was 10: +30, x4.00, 100.00% -&gt; 100.00%)
  <title>main (40 cycles, was 10: +30, x4.00, 100.00% -&gt; 100.00%)
  <title>f (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 25.00%)
  <title>1 new frame here: g (30 cycles, 75.00%)
  >Differential Flame Graph</text>

# compare-changes
at the end what changed: a sentence, and the five largest changes; the names of the programs are none

  $ . "$TESTS/system/record/stand-in.sh"; only perf; SCRIPT=$PWD/script; export SCRIPT
  $ cat >old <<'END'
  > #!/bin/sh
  > me=${0##*/}
  > while [ $# -gt 0 ]; do
  > 	for i in $(seq $2); do printf "$me 1 $i.0: 1000 cycles: \n\t1 $1 (x)\n\t2 main (x)\n\n"; done; shift 2
  > done >script
  > END
  $ chmod +x old; cp old new
  $ flamegraph-record compare --json -- ./old a 100 b 100 c 200 d 100 e 200 same 900 -- ./new a 250 b 10 d 1 c 300 e 50 f 60 same 900 2>err >/dev/null; constant <err
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: difffolded: the processes 'old' and 'new' are compared as one, since they call the same functions; --keep-root keeps them apart
  flamegraph-record: all: 1,600,000 cycles -> 1,571,000 cycles (-1.8 %)
  flamegraph-record: 1 function grew, 3 shrank, 1 is new, 1 changed only in its self share (1 within the noise):
  flamegraph-record:     +9.66 points: a (+150,000, x2.50, 6.25% to 15.91%)
  flamegraph-record:     -9.32 points: e (-150,000, x0.25, 12.50% to 3.18%)
  flamegraph-record:     -6.19 points: d (-99,000, x0.01, 6.25% to 0.06%)
  flamegraph-record:     -5.61 points: b (-90,000, x0.10, 6.25% to 0.64%)
  flamegraph-record:     +3.82 points: f (+60,000, 0.00% to 3.82%, new)
  flamegraph-record: to let a job fail: --fail-over-total 5% for the whole program, --fail-over 2% for functions
  $ flamegraph-record compare -- ./old same 500 -- ./new same 501 2>&1 | constant; flamegraph-record -q compare -- ./old same 500 -- ./new a 501
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: difffolded: the processes 'old' and 'new' are compared as one, since they call the same functions; --keep-root keeps them apart
  flamegraph-record: the graphs are before.svg, after.svg and diff.svg
  flamegraph-record: all: 500,000 cycles -> 501,000 cycles (+0.2 %)
  flamegraph-record: No function changed its share
  flamegraph-record: to let a job fail: --fail-over-total 5% for the whole program, --fail-over 2% for functions
  $ flamegraph-record compare --keep-root -- ./old same 500 -- ./new same 501 2>&1 | constant
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: the graphs are before.svg, after.svg and diff.svg
  flamegraph-record: all: 500,000 cycles -> 501,000 cycles (+0.2 %)
  flamegraph-record: 1 function is new, 1 vanished:
  flamegraph-record:   +100.00 points: new (+501,000, 0.00% to 100.00%, new)
  flamegraph-record:   -100.00 points: old (-500,000, 100.00% to 0.00%, vanished)
  flamegraph-record: to let a job fail: --fail-over-total 5% for the whole program, --fail-over 2% for functions

# compare-fails
one that cannot be recorded: no graph is changed

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; echo 'the one before' >before.svg
  $ flamegraph-record compare -- true -- ./nowhere 2>err; echo "exit $?"; constant <err; cat before.svg; ls | sed 's/record\..*/record.XXXXXX/'
  exit 1
  flamegraph-record: profiler command failed: ./nowhere: not found
  the one before
  before.svg
  err
  path
  $ flamegraph-record -q compare --fail-on-exit -- sh -c 'exit 3' -- true; echo "exit $?"; ls *.svg
  exit 1
  after.svg
  before.svg
  diff.svg

# compare-names
the programs have different names: their stacks are compared all the same

  $ . "$TESTS/system/record/stand-in.sh"; only perf
  $ SCRIPT=$PWD/script; export SCRIPT
  $ for name in before-the-change after; do
  > 	printf '#!/bin/sh\nprintf "%s 1 1.0: 10 cycles: \\n\\t1 f (x)\\n\\t2 main (x)\\n\\n" >script\n' "$(echo $name | cut -c 1-15)" >$name
  > 	chmod +x $name
  > done
  $ flamegraph-record -q compare -- ./before-the-change -- ./after; grep -o '<title>[^<]*' diff.svg before.svg after.svg
  diff.svg:<title>all (10 cycles, was 10: 0, x1.00, 100%)
  diff.svg:<title>before-the-chan, after (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 100.00%)
  diff.svg:<title>main (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 100.00%)
  diff.svg:<title>f (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 100.00%)
  before.svg:<title>all (10 cycles, 1 sample, 100%)
  before.svg:<title>before-the-chan (10 cycles, 100.00%)
  before.svg:<title>main (10 cycles, 100.00%)
  before.svg:<title>f (10 cycles, 100.00%)
  after.svg:<title>all (10 cycles, 1 sample, 100%)
  after.svg:<title>after (10 cycles, 100.00%)
  after.svg:<title>main (10 cycles, 100.00%)
  after.svg:<title>f (10 cycles, 100.00%)
  $ flamegraph-record -q compare -- ./after -- ./after; grep -o '<title>[^<]*' diff.svg
  <title>all (10 cycles, was 10: 0, x1.00, 100%)
  <title>after (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 100.00%)
  <title>main (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 100.00%)
  <title>f (10 cycles, was 10: 0, x1.00, 100.00% -&gt; 100.00%)

# compare-report
--report: Markdown of what changed

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ flamegraph-record -q compare --report out.md -- true -- true; echo "exit $?"; head -n 1 out.md; grep -c 'Noise guard on: 61 samples before, 61 after' out.md; ls
  exit 0
  all: 122 ms -> 122 ms (0 %)
  1
  after.svg
  before.svg
  diff.svg
  out.md
  path
  $ flamegraph-record --report out.md -- true; echo "exit $?"; flamegraph-record compare --report= -- true -- true; echo "exit $?"
  exit 2
  exit 2
  $ flamegraph-record -q compare --report none/out.md -- true -- true 2>err; echo "exit $?"; head -n 1 err
  exit 1
  flamegraph-record: none/out.md: No such file or directory
  $ cat err
  flamegraph-record: option '--report' is for compare; try 'flamegraph-record --help'
  flamegraph-record: option '--report' needs the name of a file; try 'flamegraph-record --help'

# compare-text
texts of a comparison: both, and what changed

  $ . "$TESTS/system/record/stand-in.sh"; only perf; SCRIPT=$PWD/script; export SCRIPT
  $ printf '#!/bin/sh\nfor i in $(seq $1); do printf "b 1 $i.0: 10 cycles: \\n\\t1 $2 (x)\\n\\t2 main (x)\\n\\n"; done >script; echo printed\n' >prog; chmod +x prog
  $ flamegraph-record -q compare --text --columns 50 -- ./prog 10 f -- ./prog 40 g 2>err | constant; cat err; ls
  Before: ./prog 10 f
  cycles, 997 Hz, T s, 10 samples
  |all (100 cycles, 10 samples, 100%)_______________
  |b 100.00%________________________________________
  |main 100.00%_____________________________________
  |f 100.00%________________________________________
  3 of 3 frames shown
  After: ./prog 40 g
  cycles, 997 Hz, T s, 40 samples
  |all (400 cycles, 40 samples, 100%)_______________
  |b 100.00%________________________________________
  |main 100.00%_____________________________________
  |g 100.00%________________________________________
  3 of 3 frames shown
  Differential Flame Graph
  before: ./prog 10 f; after: ./prog 40 g
  +all (400 cycles, was 100: +300, x4.00, 100%)_____
  +b 100.00% +300___________________________________
  +main 100.00% +300________________________________
  +g 100.00% +400___________________________________
  3 of 3 frames shown
  -less  |same  +more  1 vanished, 1 new
  all: 100 cycles -> 400 cycles (+300 %)
  Largest change: -100, -100.00 points in f
  printed
  printed
  err
  path
  prog
  script

# completions
completions have the options of the other programs, too

  $ flamegraph-record --generate=bash | grep -o -- ' --\(label\|title\|skip-after\|threads\) ' | sort
   --label\x20 (esc)
   --skip-after\x20 (esc)
   --threads\x20 (esc)
   --title\x20 (esc)
  $ flamegraph-record --generate=fish | grep -e '-l colors'; flamegraph-record --generate=fish | grep -c -e '-l output '
  complete -c flamegraph-record -s c -l colors -x -a 'hot mem io java js perl python rust wakeup chain red green blue yellow purple aqua orange safe wall' -d 'Colours of the frames, hot by default'
  1
  $ flamegraph-record --generate=zsh | grep -e '--profiler'; flamegraph-record --generate=rows | head -n 3
  	--profiler='[The profiler, auto by default]:NAME:(auto events perf dtrace xctrace sample sampler cargo jfr)' \
  process		p	PID			Record a running process; several are separated by commas
  all-cpus		a				Record all processes on all CPUs
  perfdata			FILE	1		Draw a recording that perf record has made before

# cwd-env
the working directory and the environment of the command

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; mkdir there
  $ B=old; export B
  $ flamegraph-record -q --cwd there --env A=1 --env 'B=b c' --env A=2 -- sh -c 'echo "$A $B"; basename "$PWD"'
  2 b c
  there
  $ printf '#!/bin/sh\necho found\n' >there/tool; chmod +x there/tool
  $ flamegraph-record -q --cwd there -- ./tool
  found
  $ flamegraph-record -q --cwd nowhere -- true; echo "exit $?"; ls
  exit 1
  flamegraph.svg
  path
  there
  $ cat err
  flamegraph-record: cannot run the command in nowhere: No such file or directory

# dtrace-argv
what dtrace is called with, word by word; the words of the command are quoted

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only dtrace
  $ printf '#!/bin/sh\nprintf "[%%s]" "$@"; echo\n' >'a "b'; chmod +x 'a "b'
  $ flamegraph-record --profiler dtrace -- './a "b' one 'two  three' "it's" '' '$x;y' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
  [one][two  three][it's][][$x;y]
  flamegraph-record: the graph is flamegraph.svg
  dtrace
  -x
  ustackframes=100
  -n
  profile-997 /execname == "a \"b"/ { @[ustack(100)] = count(); }
  -c
  './a "b' one 'two  three' 'it'\''s' '' '$x;y'
  -o
  WORK/dtrace.stacks
  .
  $ grep -o '<title>[^<]*' flamegraph.svg; rm argv
  <title>all (300 samples, 100%)
  <title>prog`_start (300 samples, 100.00%)
  <title>prog`main (300 samples, 100.00%)
  <title>prog`compute (270 samples, 90.00%)
  <title>prog`copy (30 samples, 10.00%)
  <title>libc.so.1`memcpy (30 samples, 10.00%)
  $ flamegraph-record -q --profiler dtrace -F 49 -p 1; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv; rm argv
  dtrace
  -x
  ustackframes=100
  -n
  profile-49 /pid == $target/ { @[ustack(100)] = count(); }
  -p
  1
  -o
  WORK/dtrace.stacks
  .
  $ flamegraph-record -q --profiler dtrace -a; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
  dtrace
  -x
  ustackframes=100
  -n
  profile-997 { @[ustack(100)] = count(); }
  -o
  WORK/dtrace.stacks
  .

# duration
--duration ends a process's recording and a command, which has not failed then

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; PERF_SLEEPS=30; export PERF_SLEEPS
  $ flamegraph-record --duration 1 -p $$ 2>&1 | constant
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  $ flamegraph-record --duration 1 --fail-on-exit -- sleep 30 2>&1 | constant; ls
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  flamegraph.svg
  path

# err-collapse
needs: native linux
collapse-perf is missing, fails, is killed

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; copy_tools collapse-perf
  $ flamegraph-record -- true 2>err; echo "exit $?"; constant <err; kept
  exit 1
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: profiler command failed: collapse-perf: not found
  flamegraph-record: the recording is kept: WORK/perf.data
  the graph of before is there
  $ for end in 'cat >/dev/null; echo "what is that" >&2; exit 4' 'kill -9 $$' 'echo "main;a 1"; exit 1' 'cat >/dev/null; echo "main;a 1"; kill -11 $$'; do
  > 	printf '#!/bin/sh\n[ "$1" = --generate=rows ] && exit\n%s\n' "$end" >bin/collapse-perf; chmod +x bin/collapse-perf
  > 	flamegraph-record -q -- true 2>err; echo "exit $?"; constant <err; kept
  > done
  exit 1
  flamegraph-record: profiler command failed: collapse-perf: exit status 4: what is that
  flamegraph-record: the recording was not stored; record again with --keep to store it
  the graph of before is there
  exit 1
  flamegraph-record: profiler command failed: collapse-perf: killed by signal 9 (Killed)
  flamegraph-record: the recording was not stored; record again with --keep to store it
  the graph of before is there
  exit 1
  flamegraph-record: profiler command failed: collapse-perf: exit status 1
  flamegraph-record: the recording was not stored; record again with --keep to store it
  the graph of before is there
  exit 1
  flamegraph-record: profiler command failed: collapse-perf: killed by signal 11 (Segmentation fault)
  flamegraph-record: the recording was not stored; record again with --keep to store it
  the graph of before is there

# err-command
a command that is not there is not recorded

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; touch plain; mkdir dir
  $ for command in nowhere ./nowhere ./plain ./dir /; do
  > 	flamegraph-record -- "$command"; echo "exit $?"
  > done; kept; ls
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  the graph of before is there
  dir
  flamegraph.svg
  path
  plain
  $ cat err
  flamegraph-record: profiler command failed: nowhere: not found
  flamegraph-record: profiler command failed: ./nowhere: not found
  flamegraph-record: profiler command failed: ./plain: not found
  flamegraph-record: profiler command failed: ./dir: not found
  flamegraph-record: profiler command failed: /: not found

# err-force

  $ flamegraph-record --force -- true
  [2]
  $ cat err
  flamegraph-record: option '--force' is not known; try 'flamegraph-record --help'

# err-output-dir
a folder that cannot be created

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; touch file; svg
  $ flamegraph-record --output-dir file -- echo recorded; echo "exit $?"
  exit 1
  $ flamegraph-record --output-dir file/sub -- echo recorded; echo "exit $?"
  exit 1
  $ kept
  the graph of before is there
  $ cat err
  flamegraph-record: failed to create output directory file: File exists
  flamegraph-record: failed to create output directory file/sub: Not a directory

# err-process
a process that is not there is named, whatever perf says about it, and nothing is run

  $ . "$TESTS/system/record/stand-in.sh"; only perf; ARGV=$PWD/argv; export ARGV; svg
  $ sh -c 'echo $$' >gone; flamegraph-record -p "$(cat gone)" 2>&1 | sed "s/process $(cat gone)\$/process GONE/"
  flamegraph-record: there is no process GONE
  $ flamegraph-record -p 1,99999999999; echo "exit $?"; flamegraph-record -p 0; echo "exit $?"; kept; ls
  exit 1
  exit 1
  the graph of before is there
  flamegraph.svg
  gone
  path
  $ cat err
  flamegraph-record: there is no process 99999999999
  flamegraph-record: there is no process 0

# err-record
perf record is missing, fails, is killed, records nothing

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; svg
  $ flamegraph-record --profiler perf -- echo run 2>err; echo "exit $?"; sed 's/installed: .*/installed: .../' err
  exit 1
  flamegraph-record: profiler command failed: perf record: not found
  flamegraph-record: perf is not installed: ...
  $ only perf
  $ for PERF in refused recfail reckill nothing; do
  > 	export PERF; flamegraph-record --profiler perf -- echo run 2>err; echo "$PERF: exit $?"; constant <err; kept
  > done; ls
  refused: exit 1
  flamegraph-record: profiler command failed: perf record: Access to performance monitoring and observability operations is limited.
  the graph of before is there
  recfail: exit 1
  flamegraph-record: profiler command failed: perf record: exit status 7
  the graph of before is there
  reckill: exit 1
  flamegraph-record: profiler command failed: perf record: killed by signal 9 (Killed)
  the graph of before is there
  run
  nothing: exit 1
  flamegraph-record: no samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  the graph of before is there
  err
  flamegraph.svg
  path

# err-render
needs: native linux
flamegraph is missing, fails, is killed after a part of the graph

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; copy_tools flamegraph
  $ flamegraph-record -q -- true 2>err; echo "exit $?"; constant <err; kept
  exit 1
  flamegraph-record: profiler command failed: flamegraph: not found
  flamegraph-record: the folded stacks are kept, for flamegraph: WORK/stacks.folded
  the graph of before is there
  $ for end in 'exec 0<&-; echo "no colours" >&2; exit 4' 'echo "<svg>"; cat >/dev/null; kill -9 $$'; do
  > 	printf '#!/bin/sh\n[ "$1" = --generate=rows ] && exit\n%s\n' "$end" >bin/flamegraph; chmod +x bin/flamegraph
  > 	flamegraph-record -q -- true 2>err; echo "exit $?"; constant <err; kept
  > done
  exit 1
  flamegraph-record: profiler command failed: flamegraph: exit status 4: no colours
  flamegraph-record: the folded stacks are kept, for flamegraph: WORK/stacks.folded
  the graph of before is there
  exit 1
  flamegraph-record: profiler command failed: flamegraph: killed by signal 9 (Killed)
  flamegraph-record: the folded stacks are kept, for flamegraph: WORK/stacks.folded
  the graph of before is there

# err-room
needs: ulimit
where nothing can be written nothing is recorded

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; trap '' XFSZ
  $ (ulimit -f 16; flamegraph-record -- echo recorded; echo "exit $?") 2>&1 | sed "s,$PWD,HERE,"; kept; ls
  flamegraph-record: cannot write the recording to HERE: File too large
  exit 1
  the graph of before is there
  flamegraph.svg
  path

# err-script
perf script, which reads traces of processors, fails, is killed, prints nothing: what was recorded is kept, and named

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg
  $ for PERF in fail kill empty; do
  > 	export PERF; flamegraph-record --profiler perf --event intel_pt//u -- true 2>err; echo "$PERF: exit $?"; constant <err; kept
  > done; ls flamegraph-record.*/ | sed "s/record\..*/record.XXXXXX:/"
  fail: exit 1
  flamegraph-record: profiler command failed: perf script: exit status 3: the symbols are broken
  flamegraph-record: as is the rest
  flamegraph-record: the recording is kept: WORK/perf.data
  the graph of before is there
  kill: exit 1
  flamegraph-record: profiler command failed: perf script: killed by signal 9 (Killed)
  flamegraph-record: the recording is kept: WORK/perf.data
  the graph of before is there
  empty: exit 1
  flamegraph-record: no samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  the graph of before is there
  flamegraph-record.XXXXXX:
  perf.data
   (esc)
  flamegraph-record.XXXXXX:
  perf.data

# err-usage
command lines that are wrong: 2, and nothing is run

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ try() { flamegraph-record "$@"; echo "exit $?"; }
  $ try; try -F 9 ./prog; try --; try -- ''; try compare -- a; try compare -- a --; try compare x -- a -- b; try -p 1 -- a; try -p x; try -p 1 -a
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ try --perfdata f -- a; try --perfdata f -F 99; try --perfdata ''; try --label '' -- a; try --env A -- a; try --env =1 -- a
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ try --duration 0 -- a; try --duration x -- a; try --perf-args "'" -- a; try -F 0 -- a; try --profiler top -- a; try --call-graph x -- a
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ try --reverse-diff -- a; try --keep-root -- a; try compare -o x.svg -- a -- b; try compare -a -- a -- b; try --nonsense -- a; try --list-events -- a
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ try --profiler sampler -a; try --profiler dtrace -e x -- a; try --profiler dtrace --kernel -- a; try --profiler cargo --title x -- a
  exit 2
  exit 2
  exit 2
  exit 2
  $ try --profiler cargo --keep -- a; try --profiler cargo -F 99 -- a; try compare --profiler cargo -- a -- b; try --profiler dtrace --fail-on-exit -- a
  exit 2
  exit 2
  exit 2
  exit 2
  $ ls
  path
  $ cat err
  flamegraph-record: nothing to record: give -- COMMAND, -p PID, -a or --perfdata FILE; try 'flamegraph-record --help'
  flamegraph-record: './prog' is not an option; put '--' before the command; try 'flamegraph-record --help'
  flamegraph-record: nothing to record: give -- COMMAND, -p PID, -a or --perfdata FILE; try 'flamegraph-record --help'
  flamegraph-record: the name of the command is empty; try 'flamegraph-record --help'
  flamegraph-record: compare needs two commands: compare -- BEFORE... -- AFTER...; try 'flamegraph-record --help'
  flamegraph-record: compare needs two commands: compare -- BEFORE... -- AFTER...; try 'flamegraph-record --help'
  flamegraph-record: 'x' is not an option; put '--' before the command; try 'flamegraph-record --help'
  flamegraph-record: a command cannot be recorded together with --process or --perfdata; use --duration to end a recording; try 'flamegraph-record --help'
  flamegraph-record: option '-p' cannot take 'x': a process is a number, several are separated by commas; try 'flamegraph-record --help'
  flamegraph-record: options '--process' and '--all-cpus' exclude each other
  flamegraph-record: a command cannot be recorded together with --process or --perfdata; use --duration to end a recording; try 'flamegraph-record --help'
  flamegraph-record: options '--perfdata' and '--freq' exclude each other
  flamegraph-record: option '--perfdata' needs the name of a file; try 'flamegraph-record --help'
  flamegraph-record: option '--label' cannot take '': a label has at least one character; try 'flamegraph-record --help'
  flamegraph-record: option '--env' cannot take 'A': it is written NAME=VALUE; try 'flamegraph-record --help'
  flamegraph-record: option '--env' cannot take '=1': it is written NAME=VALUE; try 'flamegraph-record --help'
  flamegraph-record: option '--duration' cannot take '0': seconds are a number above 0, like 30 or 0.5; try 'flamegraph-record --help'
  flamegraph-record: option '--duration' cannot take 'x': seconds are a number above 0, like 30 or 0.5; try 'flamegraph-record --help'
  flamegraph-record: option '--perf-args' cannot take ''': a quote is not closed; try 'flamegraph-record --help'
  flamegraph-record: option '-F' needs a whole number from 1 to 1000000, not '0'; try 'flamegraph-record --help'
  flamegraph-record: option '--profiler' has no value 'top': it is one of auto, events, perf, dtrace, xctrace, sample, sampler, cargo, jfr; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take 'x': it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr; try 'flamegraph-record --help'
  flamegraph-record: option '--reverse-diff' is for compare; try 'flamegraph-record --help'
  flamegraph-record: option '--keep-root' is for compare; try 'flamegraph-record --help'
  flamegraph-record: compare writes several graphs: use --output-dir and --label instead of --output; try 'flamegraph-record --help'
  flamegraph-record: compare needs two commands, not processes or recordings; try 'flamegraph-record --help'
  flamegraph-record: option '--nonsense' is not known; try 'flamegraph-record --help'
  flamegraph-record: option '--list-events' cannot take '': it prints events, not stacks: perf script -i FILE | collapse-perf --list-events; try 'flamegraph-record --help'
  flamegraph-record: option '--all-cpus' does not work with --profiler=sampler; try 'flamegraph-record --help'
  flamegraph-record: option '--event' does not work with --profiler=dtrace; try 'flamegraph-record --help'
  flamegraph-record: option '--kernel' does not work with --profiler=dtrace; try 'flamegraph-record --help'
  flamegraph-record: option '--title' does not work with --profiler=cargo; try 'flamegraph-record --help'
  flamegraph-record: option '--keep' does not work with --profiler=cargo; try 'flamegraph-record --help'
  flamegraph-record: option '--freq' does not work with --profiler=cargo; try 'flamegraph-record --help'
  flamegraph-record: --profiler=cargo draws by itself, which cannot be compared; try 'flamegraph-record --help'
  flamegraph-record: option '--fail-on-exit' does not work with --profiler=dtrace; try 'flamegraph-record --help'

# macos-sample
beside the command; sample ends when that has ended

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/sample/rust.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only sample
  $ words() { sed -e 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' -e '2s/^[0-9]*$/PID/' argv; rm argv; }
  $ flamegraph-record --profiler sample -- echo run 2>&1; words; grep -c '<title>walk' flamegraph.svg; grep -o 'time, 1,*000 Hz' flamegraph.svg
  run
  flamegraph-record: the graph is flamegraph.svg
  sample
  PID
  86400
  1
  -mayDie
  -file
  WORK/sample.txt
  .
  3
  time, 1000 Hz
  $ flamegraph-record -q --profiler sample -F 99 --duration 0.1 -- sleep 600; words
  sample
  PID
  86400
  10
  -mayDie
  -file
  WORK/sample.txt
  .
  $ flamegraph-record -q --profiler sample --duration 2.5 -p $$ 2>/dev/null; words
  sample
  PID
  3
  1
  -mayDie
  -file
  WORK/sample.txt
  .
  $ flamegraph-record -q --profiler sample --fail-on-exit -- sh -c 'exit 3'; echo "exit $?"
  exit 1
  $ flamegraph-record -q --profiler sample --keep -- true; cmp flamegraph.sample.txt "$SCRIPT"; ls
  argv
  flamegraph.sample.txt
  flamegraph.svg
  path

# macos-sample-fails
the command has run, and the graph of before stays

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/sample/rust.txt; export SCRIPT; only sample; svg
  $ for SAMPLE in refused nothing; do
  >   export SAMPLE
  >   flamegraph-record --profiler sample -- echo run 2>&1 | sed 's/process [0-9]*/process PID/'; kept
  >   flamegraph-record --profiler sample --duration 1 -p $$ 2>&1 | sed 's/process [0-9]*/process PID/'
  > done
  run
  flamegraph-record: profiler command failed: sample: exit status 1: sample cannot examine process PID for unknown reasons, even though it appears to exist.
  the graph of before is there
  sample cannot examine process PID for unknown reasons, even though it appears to exist.
  flamegraph-record: profiler command failed: sample: exit status 1
  run
  flamegraph-record: profiler command failed: sample: exit status 0: Sampling process PID for 86400 seconds with 1 millisecond of run time between samples
  the graph of before is there
  Sampling process PID for 1 seconds with 1 millisecond of run time between samples
  flamegraph-record: profiler command failed: sample: exit status 0
  $ flamegraph-record --profiler sample -- ./nowhere; flamegraph-record --profiler sample -p $$; flamegraph-record --profiler sample --duration 1 -p $$,1; ls
  flamegraph.svg
  path
  $ only; flamegraph-record --profiler sample -- echo run
  [1]
  $ cat err
  flamegraph-record: profiler command failed: ./nowhere: not found
  flamegraph-record: --profiler=sample needs --duration where there is no command; try 'flamegraph-record --help'
  flamegraph-record: profiler command failed: sample: records one process
  flamegraph-record: profiler command failed: sample: not found

# macos-xctrace
needs: collapse-xctrace
what xctrace is called with, word by word

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/xctrace/shop.xml; export SCRIPT; ARGV=$PWD/argv; export ARGV; only xctrace
  $ words() { sed -e 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' -e "s,^/.*/echo$,/bin/echo," argv; rm argv; }
  $ flamegraph-record --profiler xctrace --env A=1 -- echo 'two  words' 2>&1; words; grep -o '<title>main [^<]*' flamegraph.svg
  two  words
  flamegraph-record: only 6 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: 33% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer)
  flamegraph-record: the graph is flamegraph.svg
  xctrace
  version
  .
  xctrace
  record
  --no-prompt
  --template
  Time Profiler
  --output
  WORK/xctrace.trace
  --env
  A=1
  --target-stdin
  -
  --target-stdout
  -
  --launch
  --
  /bin/echo
  two  words
  .
  xctrace
  export
  --input
  WORK/xctrace.trace
  --xpath
  /trace-toc/run[1]/data/table[@schema="time-profile"]
  --output
  WORK/xctrace.xml
  .
  <title>main (4 samples, 66.67%)
  $ flamegraph-record -q --profiler xctrace --duration 2.5 -p 1; words
  xctrace
  version
  .
  xctrace
  record
  --no-prompt
  --template
  Time Profiler
  --output
  WORK/xctrace.trace
  --time-limit
  2500ms
  --attach
  1
  .
  xctrace
  export
  --input
  WORK/xctrace.trace
  --xpath
  /trace-toc/run[1]/data/table[@schema="time-profile"]
  --output
  WORK/xctrace.xml
  .
  $ flamegraph-record -q --profiler xctrace -a; words | grep -x -e '--all-processes' -e '--time-limit'
  --all-processes
  $ flamegraph-record -q --profiler xctrace --keep -- true; cmp flamegraph.xctrace.xml "$SCRIPT"; ls
  argv
  flamegraph.svg
  flamegraph.xctrace.xml
  path

# macos-xctrace-fails
Xcode is missing, which is known before the command runs; or something is wrong later

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/xctrace/shop.xml; export SCRIPT; only xctrace; svg
  $ for XCTRACE in missing refused unreadable; do
  >   export XCTRACE
  >   flamegraph-record --profiler xctrace -- echo run 2>&1; kept
  > done
  flamegraph-record: profiler command failed: xctrace: xcode-select: error: tool 'xctrace' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools' is a command line tools instance
  the graph of before is there
  Failed to attach to target process
  flamegraph-record: profiler command failed: xctrace: exit status 21
  the graph of before is there
  run
  flamegraph-record: profiler command failed: xctrace export: exit status 10: Document Missing Template Error
  the graph of before is there
  $ flamegraph-record --profiler xctrace -p 1,$$; flamegraph-record --profiler xctrace -F 99 -- echo run; ls
  flamegraph.svg
  path
  $ cat err
  flamegraph-record: profiler command failed: xctrace: records one process
  flamegraph-record: option '--freq' does not work with --profiler=xctrace; try 'flamegraph-record --help'

# macos-auto
on macos xctrace or else sample is taken, and why not those before; elsewhere a program of such a name is nobody's business

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/sample/rust.txt; export SCRIPT; FLAMESAMPLE_LIB=/nowhere; export FLAMESAMPLE_LIB; XCTRACE=missing DTRACE=refused; export XCTRACE DTRACE
  $ only dtrace xctrace sample sw_vers; flamegraph-record -- echo run 2>&1
  dtrace: failed to initialize dtrace: DTrace requires additional privileges
  run
  flamegraph-record: recorded by sample (events: the kernel refuses; perf: not found; dtrace: dtrace: failed to initialize dtrace: DTrace requires additional privileges; xctrace: xcode-select: error: tool 'xctrace' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools' is a command line tools instance)
  flamegraph-record: the graph is flamegraph.svg
  $ only sample sw_vers; flamegraph-record --duration 1 -p $$ 2>&1 | sed 's/process [0-9]*/process PID/'; flamegraph-record -p $$ 2>&1 | sed 's/installed: .*/installed: .../'
  Sampling process PID for 1 seconds with 1 millisecond of run time between samples
  flamegraph-record: recorded by sample (events: the kernel refuses; perf: not found; dtrace: not found; xctrace: not found)
  flamegraph-record: the graph is flamegraph.svg
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: not found; dtrace: not found; xctrace: not found; sample: needs --duration; sampler: has no --process
  flamegraph-record: perf is not installed: ...
  $ only xctrace sample; flamegraph-record -- echo run 2>&1 | sed 's/installed: .*/installed: .../'
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: not found; dtrace: not found; sampler: libflamesample.so.1 is not installed
  flamegraph-record: perf is not installed: ...

# err-write
needs: linux
a graph that cannot be written: asked before the command is run; and found out at the end

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; mkdir dir.svg
  $ flamegraph-record -o nowhere/x.svg -- echo recorded; echo "exit $?"
  exit 1
  $ flamegraph-record -o dir.svg -- echo recorded; echo "exit $?"
  exit 1
  $ flamegraph-record -q -o /dev/full -- echo recorded 2>&1 | constant
  recorded
  flamegraph-record: failed to write flamegraph SVG to /dev/full: No space left on device
  flamegraph-record: the folded stacks are kept, for flamegraph: WORK/stacks.folded
  $ flamegraph-record -q -o gone/x.svg -- true 2>&1
  flamegraph-record: failed to write flamegraph SVG to gone/x.svg: No such file or directory
  [1]
  $ flamegraph-record -q -o x.svg -- mkdir x.svg 2>&1 | constant
  flamegraph-record: failed to write flamegraph SVG to x.svg: Is a directory
  flamegraph-record: the folded stacks are kept, for flamegraph: WORK/stacks.folded
  $ kept
  the graph of before is there
  $ cat err
  flamegraph-record: failed to write flamegraph SVG to nowhere/x.svg: No such file or directory
  flamegraph-record: failed to write flamegraph SVG to dir.svg: Is a directory

# events-argv
what record-stacks is called with, word by word; first in auto; its event that is not there

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
  $ flamegraph-record -- echo one 'two  three' '' '$x;y' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv; rm argv
  one two  three  $x;y
  flamegraph-record: recorded by events, the first profiler that works here
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  record-stacks
  -F
  997
  --call-graph
  auto
  -o
  WORK/perf.data.probe
  --
  true
  .
  record-stacks
  -F
  997
  --call-graph
  auto
  -o
  WORK/pipe
  --
  echo
  one
  two  three
   (esc)
  $x;y
  .
  $ flamegraph-record --profiler events --call-graph fp -F 99 -e faults -e cycles:u -p $$ 2>&1 | constant; sed "s,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,; s/^$$\$/PID/" argv
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  record-stacks
  -F
  99
  --call-graph
  fp
  -e
  faults
  -e
  cycles:u
  -p
  PID
  -o
  WORK/perf.data.probe
  --duration
  0.001
  .
  record-stacks
  -F
  99
  --call-graph
  fp
  -e
  faults
  -e
  cycles:u
  -p
  PID
  -o
  WORK/pipe
  .
  $ EVENTS=unsupported; flamegraph-record -e cycles -- echo run 2>&1 | constant; flamegraph-record --profiler events -e cycles -- echo run 2>&1 | constant; ls
  flamegraph-record: event 'cycles' does not exist on this machine; -e cpu-clock always works: recording cpu-clock instead
  run
  flamegraph-record: recorded by events, the first profiler that works here
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  flamegraph-record: profiler command failed: record-stacks: event 'cycles' does not exist on this machine; -e cpu-clock always works
  argv
  flamegraph.svg
  path

# events-others
what record-stacks does not do is done by perf: its arguments, lbr, recordings; a recording that breaks is said

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; EVENTS=works; export EVENTS
  $ flamegraph-record --perf-args '--no-buildid' -- echo run 2>&1 | constant
  run
  flamegraph-record: recorded by perf (events: has no --perf-args)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  $ flamegraph-record --call-graph lbr -- echo run 2>&1 | constant
  run
  flamegraph-record: recorded by perf (events: has no --call-graph=lbr)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  $ flamegraph-record --profiler events --perfdata perf.data; echo "exit $?"
  exit 2
  $ flamegraph-record --profiler events --call-graph lbr -- echo run; echo "exit $?"
  exit 1
  $ svg; EVENTS=broken; flamegraph-record -- echo run 2>&1 | constant; kept
  run
  flamegraph-record: profiler command failed: record-stacks: exit status 125
  flamegraph-record: the graph shows what was recorded before that
  flamegraph-record: recorded by events, the first profiler that works here
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  THE GRAPH OF BEFORE IS GONE
  $ EVENTS=; flamegraph-record --profiler events -- echo run; echo "exit $?"
  exit 1
  $ cat err
  flamegraph-record: option '--perfdata' does not work with --profiler=events; try 'flamegraph-record --help'
  flamegraph-record: profiler command failed: record-stacks: has no --call-graph=lbr
  flamegraph-record: profiler command failed: record-stacks: the kernel refuses

# exit-code
a command that fails: said, and the graph is made; with --fail-on-exit the code is 1

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ try() { flamegraph-record "$@" 2>err; code=$?; constant <err; return $code; }
  $ try -- sh -c 'exit 3'; echo "exit $?"; ls flamegraph.svg; rm flamegraph.svg
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: the command failed: exit status 3
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  exit 0
  flamegraph.svg
  $ try --fail-on-exit -- sh -c 'exit 3'; echo "exit $?"; ls flamegraph.svg
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: the command failed: exit status 3
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  exit 1
  flamegraph.svg
  $ try --fail-on-exit -- true; echo "exit $?"
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  exit 0

# fifo-unread
needs: linux
a signal ends the wait for somebody who reads the graph

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; mkfifo graph
  $ busy() { ! ls flamegraph-record.*/stacks.folded >busy 2>&1 || grep -qs "^PPid:.$1\$" /proc/[0-9]*/status; }
  $ flamegraph-record -q -o graph -- true 2>err &
  $ n=0; idle=0; while [ $idle -lt 5 ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); idle=$((idle + 1)); ! busy $! || idle=0; done
  $ n=0; while kill -TERM $! 2>/dev/null && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
  $ kill -9 $! 2>/dev/null && echo 'it does not end'; wait $! || echo "it fails"; constant <err; stat -c %F graph
  it fails
  flamegraph-record: failed to write flamegraph SVG to graph: Interrupted system call
  flamegraph-record: the folded stacks are kept, for flamegraph: WORK/stacks.folded
  fifo

# heading
the picture says what was recorded: the command as it was typed, event, frequency, duration, samples; the date if asked for

  $ . "$TESTS/system/record/stand-in.sh"; only perf dtrace; SCRIPT=$PWD/script; export SCRIPT
  $ say() { flamegraph-record -q --text --columns 120 "$@" 2>/dev/null | head -n 2 | constant | sed 's/, [0-9-]* [0-9:]* [+-][0-9]*$/, DATE/'; }
  $ for i in 1 2; do printf 'a b 1/2 [000] %s.5: 250 cycles:u: \n\t1 f (x)\n\nodd:1.5 2: 3 [1] %s.6: branches: \n\t1 g (x)\n\n' $i $i; done >script
  $ say -F 99 -- true 'two words' "it's" '$x' "$(printf 'a\nb')"; say --date -- true; say --event-filter branches -- true; say --perf-args '-c 1000' -- true
  true 'two words' 'it'\''s' '$x' 'a?b'
  cycles:u, 99 Hz, T s, 2 samples
  true
  cycles:u, 997 Hz, T s, 2 samples, DATE
  true
  branches, 997 Hz, T s, 2 samples
  true
  cycles:u, T s, 2 samples
  $ say -- true "$(printf '%0100d' 0)"; say -- true "$(printf 'é%.0s' $(seq 71))"; say -a; say -p 1; say --perfdata script; say --date --perfdata script
  true 000000000000000000000000000000000000000000000000000000000000000000000000...
  cycles:u, 997 Hz, T s, 2 samples
  true 'ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé'
  cycles:u, 997 Hz, T s, 2 samples
  all processes
  cycles:u, 997 Hz, T s, 2 samples
  process 1
  cycles:u, 997 Hz, T s, 2 samples
  script
  cycles:u, 2 samples
  script
  cycles:u, 2 samples, DATE
  $ say --title '' --subtitle mine -- true; say --profiler dtrace -- true
  mine
  |all (500 cycles, 2 samples, 100%)______________________________________________________________________________________
  true
  CPU time, 997 Hz, T s, 300 samples
  $ flamegraph-record -q --output-dir a --perfdata script; flamegraph-record -q --output-dir b --perfdata script; cmp a/flamegraph.svg b/flamegraph.svg

# help
--help; the options of the other programs are not repeated

  $ flamegraph-record --help
  flamegraph-record - a flame graph of a command, from start to end
   (esc)
  usage: flamegraph-record [OPTION...] [compare] [--] COMMAND...
   (esc)
  What is recorded:
    -p, --process PID         Record a running process; several are separated by
                              commas
    -a, --all-cpus            Record all processes on all CPUs
        --perfdata FILE       Draw a recording that perf record has made before
        --duration SECONDS    End the recording and the command after SECONDS
        --cwd DIR             Run the command in DIR
        --env NAME=VALUE      Add to the environment of the command; may be
                              repeated
   (esc)
  How:
        --profiler NAME       The profiler, auto by default: auto, events, perf,
                              dtrace, xctrace, sample, sampler, cargo, jfr
    -F, --freq HZ             Samples a second, 997 by default; 249 by the
                              sampler, 100 by jfr, 1000 by sample
        --call-graph HOW      How callers are found, auto by default; auto,SIZE
                              and dwarf,SIZE copy SIZE bytes of each stack: auto,
                              dwarf, fp, lbr
    -e, --event EVENT         Sample by EVENT, as record-stacks(1) or perf list
                              names it; may be repeated
        --off-cpu KIND        Record what threads wait for, and how long, instead
                              of samples
        --wall                Record where every thread is at every moment:
                              running, runnable or blocked
        --perf-args WORDS     More arguments for perf record, quoted as for a
                              shell
        --no-inline           Show no inlined functions
        --no-runtime          Change nothing for the sake of Python, Node.js, Java
                              and .NET
        --sampler-path        Print the value of LD_PRELOAD for the sampler, and
                              exit
   (esc)
  A graph that moves:
        --live [=PERIOD]      Show the graph in this terminal while it is
                              recorded, anew each PERIOD, 1s by default
        --window LENGTH       Show the samples of the last LENGTH only, 30s by
                              default; with --live
        --port N              Port of the page, one that is free by default; with
                              --live --html
   (esc)
  Results:
    -o, --output FILE         Write the graph to FILE, whatever folder and label
                              are; - is standard output
        --output-dir DIR      Write flamegraph.svg, with --html flamegraph.html,
                              into DIR instead of this folder; it is created if it
                              is missing
        --label TEXT          Write flamegraph-TEXT.svg, with --html
                              flamegraph-TEXT.html
        --date                Show the time of recording in the picture
        --json                Print one line of JSON about the result
        --open                Show the graph with xdg-open; with --live --html
                              while it is recorded
        --keep [=FILE]        Keep the recording, as FILE or next to the graph:
                              flamegraph.perf.data
        --fail-on-exit        Exit with 1, after the graph is made, if the command
                              failed
        --keep-root           Let compare take programs of different names for
                              different processes
        --reverse-diff        Draw, for compare, also diff-reverse.svg, with the
                              first one's widths
        --fail-over-total LIMIT
                              Exit with 3, after compare, if the total grew by
                              more than LIMIT: 5%, 50ms
        --fail-over LIMIT     Exit with 3, after compare, if a function with all
                              it calls grew by more than LIMIT: 2%, 50ms
        --report FILE         Write, for compare, what changed to FILE, as
                              Markdown
   (esc)
  Common options:
    -q, --quiet               Print errors only
    -v, --verbose             Print more messages; may be repeated
    -h, --help                Print this help and exit
    -V, --version             Print the version and exit
   (esc)
  Passed on:
    All other options of collapse-perf(1) and flamegraph(1); one that both have
    goes to both.
   (esc)
  The manual page is flamegraph-record(1).

# html
a page: its names end in .html, of compare too

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg
  $ flamegraph-record --html --keep -- true >out 2>err; echo "exit $?"; ls; head -n 1 flamegraph.html
  exit 0
  err
  flamegraph.html
  flamegraph.perf.data
  flamegraph.svg
  out
  path
  <!DOCTYPE html>
  $ flamegraph-record -q --html --label a -- true 2>/dev/null; ls *.html
  flamegraph-a.html
  flamegraph.html
  $ flamegraph-record -q compare --html -- true -- true 2>err; ls *.html; file_is_page() { head -n 1 "$1"; }; file_is_page diff.html
  after.html
  before.html
  diff.html
  flamegraph-a.html
  flamegraph.html
  <!DOCTYPE html>

# html-labels
needs: gzip
a page has times, threads and their names, unless other labels are asked for; a picture has none

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ labels() { sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' "$1" | PATH=$all_programs sh -c 'base64 -d | gzip -dc' | grep -a -o -e '{"name":"[a-z]*"' -e '"bin":"[0-9]*"'; }
  $ flamegraph-record -q --html -- true; labels flamegraph.html
  {"name":"comm"
  {"name":"tid"
  "bin":"2"
  $ flamegraph-record -q --html --labels cpu -- true; labels flamegraph.html
  {"name":"cpu"
  "bin":"1"
  $ flamegraph-record -q --html compare -- true -- true; labels before.html; labels diff.html
  {"name":"comm"
  {"name":"tid"
  "bin":"2"
  {"name":"comm"
  {"name":"tid"
  "bin":"2"

# jfr
what java is called with, word by word; a program that starts a JVM; events; a process

  $ . "$TESTS/system/record/stand-in.sh"; RECORDING=$FIXTURES/jfr/shop-17.jfr; export RECORDING; ARGV=$PWD/argv; export ARGV; only java jcmd
  $ words() { sed 's,/[^ ]*/flamegraph-record\.[A-Za-z0-9]*,WORK,g' argv; rm argv; }
  $ flamegraph-record --profiler jfr -- java -jar 'a b.jar' 2>&1 | constant; words
  flamegraph-record: collapse-jfr: kept 3 stacks that were cut when they were recorded
  flamegraph-record: only 38 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  java
  -XX:StartFlightRecording=settings=WORK,dumponexit=true
  -XX:FlightRecorderOptions=stackdepth=1024
  -Xlog:jfr+startup=off
  -jar
  a b.jar
  .
  $ grep -o '<title>[^<]*' flamegraph.svg | head -n 2
  <title>all (38 samples, 100%)
  <title>[truncated] (4 samples, 10.53%)
  $ printf '#!/bin/sh\njava -version\njava -jar app.jar\n' >run; chmod +x run
  $ JAVA_TOOL_OPTIONS=-Xint flamegraph-record -q --profiler jfr -e alloc -o alloc.svg -- ./run; words
  java
  -version
  .
  java
  -jar
  app.jar
  .
  $ grep -o '<title>[^<]*' alloc.svg | head -n 2
  <title>all (6.0 GiB, 202 samples, 100%)
  <title>java.lang.Thread.run (6.0 GiB, 99.46%)
  $ flamegraph-record -q --profiler jfr --duration 0.1 -e lock,VirtualThreadPinned -p $$ -o locks.svg --keep 2>&1 | constant; words | sed "s/^$$\$/PID/"
  jcmd
  PID
  JFR.configure
  stackdepth=1024
  .
  jcmd
  PID
  JFR.start
  name=flambeau
  settings=WORK/flambeau.jfc
  filename=WORK/java.jfr
  dumponexit=true
  .
  jcmd
  PID
  JFR.stop
  name=flambeau
  filename=WORK/java.jfr
  .
  $ grep -o '<title>[^<]*' locks.svg | head -n 2
  <title>all (1.17 s, 292 samples, 100%)
  <title>java.lang.Thread.run (1.17 s, 100.00%)
  $ ls
  alloc.svg
  flamegraph.svg
  locks.java.jfr
  locks.svg
  path
  run
  $ flamegraph-record -q --profiler jfr -F 20 --keep -o kept.svg -- java 2>&1 | sed 's/pid-[0-9]*/pid/'; rm argv; ls | sed 's/pid-[0-9]*/pid/'
  alloc.svg
  flamegraph.svg
  kept.hotspot-pid.jfr
  kept.svg
  locks.java.jfr
  locks.svg
  path
  run

# jfr-fails
what is missing, or cannot be recorded

  $ . "$TESTS/system/record/stand-in.sh"; RECORDING=$FIXTURES/jfr/tiny.jfr; export RECORDING; only java; svg
  $ flamegraph-record --profiler jfr -p $$ 2>&1 | constant; kept
  flamegraph-record: profiler command failed: Java Flight Recorder: not found: jcmd, which is part of a JDK (Debian: apt-get install default-jdk-headless)
  the graph of before is there
  $ flamegraph-record --profiler jfr -a; flamegraph-record --profiler jfr --call-graph fp -- java
  [2]
  $ only java jcmd
  $ JCMD=refused flamegraph-record --profiler jfr -p $$ 2>&1 | constant | sed "s/process $$/process PID/"; kept
  flamegraph-record: profiler command failed: Java Flight Recorder: jcmd cannot reach process PID: is it a JVM, and yours?
  the graph of before is there
  $ flamegraph-record --profiler jfr -p $$,1 2>&1 | constant; kept
  flamegraph-record: profiler command failed: Java Flight Recorder: it records one process at a time
  the graph of before is there
  $ JVM=old flamegraph-record --profiler jfr -- java 2>&1 | constant; kept
  flamegraph-record: no samples: no JVM has recorded: it takes Java 11 or later, with its module jdk.jfr, that ends by itself or by SIGTERM
  the graph of before is there
  $ JVM_EXITS=3 flamegraph-record --profiler jfr --fail-on-exit -- java 2>&1 | constant; svg
  flamegraph-record: the command failed: exit status 3
  flamegraph-record: collapse-jfr: kept 1 stack that was cut when it was recorded
  flamegraph-record: only 6 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  $ flamegraph-record --profiler jfr -e alloc,lock -- java 2>&1 | constant; kept
  flamegraph-record: profiler command failed: Java Flight Recorder: collapse-jfr: --event: bytes and nanoseconds cannot be added; collapse each separately, or --count the events
  the graph of before is there
  $ flamegraph-record --profiler jfr -e alloc -- java 2>&1 | constant | sed 's,hotspot-pid-[0-9]*,hotspot-pid,'; kept
  flamegraph-record: profiler command failed: collapse-jfr: exit status 1: collapse-jfr: no such events; it has jdk.ExecutionSample (6): --event, --list-events
  flamegraph-record: the recording is kept: WORK/hotspot-pid.jfr
  the graph of before is there
  $ cat err
  flamegraph-record: option '--all-cpus' does not work with --profiler=jfr; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' does not work with --profiler=jfr; try 'flamegraph-record --help'

# json
one line of JSON behind what the command prints, any name in it

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ flamegraph-record --json --output-dir 'a "b' -- echo printed 2>err | sed 's/\("duration_ms": \)[0-9]*/\1N/'; constant <err
  printed
  {"svg_path": "a \u0022b/flamegraph.svg", "profiler_used": "perf", "duration_ms": N}
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq

# keep
what was recorded stays beside the graph

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf dtrace
  $ flamegraph-record --keep --label a -- true 2>&1 | constant; cmp "$SCRIPT" flamegraph-a.perf.data
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph-a.svg
  flamegraph-record: kept flamegraph-a.perf.data
  $ flamegraph-record --keep -o d.svg --profiler dtrace -- true 2>&1 | constant; ls
  flamegraph-record: the graph is d.svg
  flamegraph-record: kept d.dtrace.stacks
  d.dtrace.stacks
  d.svg
  flamegraph-a.perf.data
  flamegraph-a.svg
  path
  $ mkdir kept; flamegraph-record --keep=kept/mine -- true 2>&1 | constant; cmp "$SCRIPT" kept/mine
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  flamegraph-record: kept kept/mine
  $ flamegraph-record --keep mine.data -- true; echo "exit $?"; flamegraph-record --keep=nowhere/mine -q -- true 2>err; echo "exit $?"; constant <err; rm err
  exit 2
  exit 1
  flamegraph-record: cannot keep the recording as nowhere/mine (No such file or directory): it is WORK/perf.data
  $ flamegraph-record --keep=x compare -- true -- true; echo "exit $?"; rm -r flamegraph-record.*; ls
  exit 2
  d.dtrace.stacks
  d.svg
  flamegraph-a.perf.data
  flamegraph-a.svg
  flamegraph.svg
  kept
  path
  $ cat err
  flamegraph-record: 'mine.data' is not an option; put '--' before the command; try 'flamegraph-record --help'
  flamegraph-record: compare keeps two recordings: --keep without a file; try 'flamegraph-record --help'

# keep-private
a recording is for its owner alone; one that is replaced keeps its mode; a pipe and an open file get a copy

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf dtrace; umask 022
  $ quiet() { flamegraph-record -q "$@" -- true 2>&1 | constant; }
  $ quiet --keep=piped; quiet --keep=file --perf-args=-q; quiet --keep=text --profiler dtrace; stat -c '%a %n' piped file text flamegraph.svg
  600 piped
  600 file
  600 text
  644 flamegraph.svg
  $ touch mine; chmod 640 mine; quiet --keep=mine; stat -c '%a %n' mine; cmp "$SCRIPT" mine
  640 mine
  $ mkfifo fifo; cat fifo >got & quiet --keep=fifo; wait; cmp "$SCRIPT" got; stat -c '%F' fifo
  fifo
  $ quiet --keep=/dev/fd/3 3>opened; cmp "$SCRIPT" opened; ls
  fifo
  file
  flamegraph.svg
  got
  mine
  opened
  path
  piped
  text

# label
file names of labels: letters and digits of all scripts, - and _ stay

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ for label in 'my bench/test:1' bench-name_v2 'été 日本.x' '../up' "$(printf 'a\377b\nc')"; do
  > 	flamegraph-record -q --label "$label" -- true
  > done
  $ flamegraph-record -q --output-dir=new/sub --label x -- true
  $ flamegraph-record -q --label x --output-dir dir -o other.svg -- true
  $ find . -name '*.svg' | sort
  ./flamegraph-___up.svg
  ./flamegraph-a_b_c.svg
  ./flamegraph-bench-name_v2.svg
  ./flamegraph-my_bench_test_1.svg
  ./flamegraph-été_日本_x.svg
  ./new/sub/flamegraph-x.svg
  ./other.svg

# live

  $ flamegraph-record --live=x -- true
  [2]
  $ flamegraph-record --window 1s -- true
  [2]
  $ flamegraph-record --live --width 9 -- true
  [2]
  $ flamegraph-record --live -o x.svg -- true
  [2]
  $ flamegraph-record --live --html -o - -- true
  [2]
  $ flamegraph-record --html --port 80 -- true
  [2]
  $ flamegraph-record --live --html --port 0 -- true
  [2]
  $ flamegraph-record --live --profiler=perf -- true
  [2]
  $ flamegraph-record --live
  [2]
  $ flamegraph-record compare --live -- true -- true
  [2]
  $ echo $?
  2
  $ flamegraph-record --live -- ./nope; flamegraph-record --live -p 99999999; flamegraph-record --live --cwd ./nope -- true
  [1]
  $ cat err
  flamegraph-record: collapse-perf: option '--live' cannot take 'x': a length is given as 500ms, 30s or 30; 10ms is the least; try 'collapse-perf --help'
  flamegraph-record: option '--window' needs --live; try 'flamegraph-record --help'
  flamegraph-record: option '--width' is for a picture, which --live does not write without --html; key w of the viewer does; try 'flamegraph-record --help'
  flamegraph-record: options '--live' and '--output' exclude each other without --html
  flamegraph-record: --live --html needs a file: use --output FILE; try 'flamegraph-record --help'
  flamegraph-record: option '--port' needs --live --html; try 'flamegraph-record --help'
  flamegraph-record: option '--port' needs a whole number from 1 to 65535, not '0'; try 'flamegraph-record --help'
  flamegraph-record: --live records by record-stacks: --profiler=events; try 'flamegraph-record --help'
  flamegraph-record: nothing to record: give -- COMMAND, -p PID, -a or --perfdata FILE; try 'flamegraph-record --help'
  flamegraph-record: --live shows one command; try 'flamegraph-record --help'
  flamegraph-record: profiler command failed: ./nope: not found
  flamegraph-record: there is no process 99999999
  flamegraph-record: cannot run the command in ./nope: No such file or directory

# live-title
the viewer is told what is recorded

  $ . "$TESTS/system/record/stand-in.sh"; only; copy_tools flamegraph-view record-stacks
  $ printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >bin/flamegraph-view; rm -f bin/record-stacks; printf '#!/bin/sh\n' >bin/record-stacks
  $ chmod +x bin/*; flamegraph-record --live -- true 'a b' 2>/dev/null; flamegraph-record --live -a 2>/dev/null
  --title=true 'a b'
  --title=all processes

# live-events
--live without the event: a clock is recorded, after a message, unless the profiler was asked for

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=unsupported; export EVENTS
  $ flamegraph-record --live -e cycles -- true 2>&1 | grep -o -e 'event .* instead'; tr '\n' ' ' <argv; echo; rm argv
  event 'cycles' does not exist on this machine; -e cpu-clock always works: recording cpu-clock instead
  record-stacks -F 99 --call-graph auto -e cycles -o /dev/null -- true . record-stacks -F 99 --call-graph auto -e cpu-clock -o /dev/null -- true . record-stacks -F 99 --call-graph auto -e cpu-clock -o - -- true .\x20 (esc)
  $ flamegraph-record --live --profiler events -e cycles -- true 2>&1 | constant
  flamegraph-record: --live: record-stacks: event 'cycles' does not exist on this machine; -e cpu-clock always works

# live-wall
--live with --wall: time in all states

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf
  $ flamegraph-record --live --wall -- true 2>&1 | grep -e '--live'; tr '\n' ' ' <argv; echo
  flamegraph-record: --live: record-stacks: the kernel refuses
  record-stacks --wall -F 99 --call-graph auto -o /dev/null -- true .\x20 (esc)

# live-left
needs: native
when the viewer is left, the recorder may lose its reader before it is asked to end: that is not said, other messages are

  $ . "$TESTS/system/record/stand-in.sh"; only; copy_tools flamegraph-view record-stacks
  $ printf '#!/bin/sh\nwhile [ ! -e said ]; do :; done\n' >bin/flamegraph-view; rm -f bin/record-stacks
  $ cat >bin/record-stacks <<'END'
  > #!/bin/sh
  > case "$*" in *"-o /dev/null"*) exit ;; esac
  > printf 'record-stacks: a line\nrecord-stacks: cannot write standard output: the program that reads it has ended\nof the command: the program that reads it has ended\nno end of line' >&2
  > : >said
  > exit 125
  > END
  $ chmod +x bin/*; flamegraph-record --live -- true 2>&1 | sed 's/collapse-perf: .*//' | grep .; ls
  record-stacks: a line
  of the command: the program that reads it has ended
  no end of line
  bin
  path
  said

# no-dashes
where the first word is no option, the line is the command; its options are its own

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ flamegraph-record -- printf '%s|' -q --help -- x 2>/dev/null; echo; flamegraph-record printf '%s|' -q --help -- x 2>/dev/null; echo
  -q|--help|--|x|
  -q|--help|--|x|
  $ ls flamegraph.svg; flamegraph-record ./nowhere -q; echo "exit $?"; flamegraph-record ''; echo "exit $?"
  flamegraph.svg
  exit 1
  exit 2
  $ cat err
  flamegraph-record: profiler command failed: ./nowhere: not found
  flamegraph-record: the name of the command is empty; try 'flamegraph-record --help'

# no-leftovers
runs that fail or are empty leave no folder, unless what was recorded can be used; --keep keeps it all the same

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; export PERF
  $ look() { echo "$PERF: exit $?"; ls -d flamegraph* 2>/dev/null | sed 's/record\..*/record.XXXXXX/'; rm -rf flamegraph*; }
  $ for PERF in nothing empty refused recfail reckill; do
  > 	flamegraph-record -q --profiler perf --event intel_pt//u -- echo 2>/dev/null; look
  > 	flamegraph-record -q --profiler perf --event intel_pt//u compare -- echo -- echo 2>/dev/null; look
  > done
   (esc)
  nothing: exit 1
   (esc)
  nothing: exit 1
   (esc)
  empty: exit 1
   (esc)
   (esc)
  empty: exit 1
  refused: exit 1
  refused: exit 1
  recfail: exit 1
  recfail: exit 1
  reckill: exit 1
  reckill: exit 1
  $ PERF=empty; flamegraph-record --profiler perf --event intel_pt//u --keep -- true 2>err; look; constant <err
  empty: exit 1
  flamegraph.perf.data
  flamegraph-record: no samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: kept flamegraph.perf.data
  $ PERF=fail; flamegraph-record --profiler perf --event intel_pt//u --keep -- true 2>err; look; constant <err
  fail: exit 1
  flamegraph.perf.data
  flamegraph-record: profiler command failed: perf script: exit status 3: the symbols are broken
  flamegraph-record: as is the rest
  flamegraph-record: kept flamegraph.perf.data
  $ PERF=fail; flamegraph-record -q --profiler perf --event intel_pt//u -- true 2>err; look; constant <err; ls
  fail: exit 1
  flamegraph-record.XXXXXX
  flamegraph-record: profiler command failed: perf script: exit status 3: the symbols are broken
  flamegraph-record: as is the rest
  flamegraph-record: the recording is kept: WORK/perf.data
  err
  path

# open
the graph is shown; that nothing can is no failure

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf xdg-open
  $ flamegraph-record -q --open --output-dir a -- true; cat shown
  shown: a/flamegraph.svg
  $ OPENER=3 flamegraph-record --open -- true 2>&1 | tail -n 2; rm path/xdg-open; rm shown
  flamegraph-record: xdg-open cannot show flamegraph.svg
  flamegraph-record: the graph is flamegraph.svg
  $ flamegraph-record --open -- true 2>&1 | tail -n 2; echo "exit $?"
  flamegraph-record: there is no xdg-open to show flamegraph.svg
  flamegraph-record: the graph is flamegraph.svg
  exit 0

# output-dir
folders are created with their parents, and may be there already

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ flamegraph-record --output-dir a//b/c/ -- true 2>&1 | tail -n 1; flamegraph-record --output-dir a//b/c/ -- true 2>&1 | tail -n 1; find a
  flamegraph-record: the graph is a//b/c/flamegraph.svg
  flamegraph-record: the graph is a//b/c/flamegraph.svg
  a
  a/b
  a/b/c
  a/b/c/flamegraph.svg

# passed
needs: linux
options of flamegraph and collapse-perf go there, one of both to both; letters and beginnings too

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; copy_tools collapse-perf flamegraph
  $ for tool in collapse-perf flamegraph; do
  > 	printf '#!/bin/sh\n[ "$1" = --generate=rows ] || printf "%%s\\n" %s "$@" . >>argv.%s\nexec %s/%s "$@"\n' $tool $tool "$tools" $tool >bin/$tool
  > 	chmod +x bin/$tool
  > done
  $ flamegraph-record -q --title 'a b' --pid -c mem --comm=. --minw 2 --hash --threads 1 -n 2 --skip-after main --skip-after=b -- true; cat argv.collapse-perf argv.flamegraph | grep -v '^--version' | constant
  collapse-perf
  --pid
  --comm=.
  --threads=1
  --nthreads=2
  --skip-after=main
  --skip-after=b
  .
  collapse-perf
  --pid
  --comm=.
  --threads=1
  --nthreads=2
  --skip-after=main
  --skip-after=b
  --header
  --no-advice
  --launcher
  flambeau-start
  .
  flamegraph
  --title=a b
  --colors=mem
  --minwidth=2
  --hash
  --threads=1
  .
  flamegraph
  --title=a b
  --colors=mem
  --minwidth=2
  --hash
  --threads=1
  --subtitle=cpu-clock, 997 Hz, T s, 61 samples
  WORK/stacks.folded
  .
  $ grep -o 'a b</text>' flamegraph.svg
  a b</text>

# passed-wrong
what the others do not take is said before anything is recorded

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ try() { flamegraph-record "$@" -- echo run 2>err; echo "exit $?"; constant <err; }
  $ try --colors beige; try --minwidth x; try --comm '('; try --nthreads 0; try --width
  exit 2
  flamegraph-record: flamegraph: option '--colors' has no value 'beige': it is one of hot, mem, io, java, js, perl, python, rust, wakeup, chain, red, green, blue, yellow, purple, aqua, orange, safe, wall; try 'flamegraph --help'
  exit 2
  flamegraph-record: flamegraph: option '--minwidth' cannot take 'x': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  exit 2
  flamegraph-record: collapse-perf: option '--comm': at character 2: missing closing parenthesis
  run
  exit 0
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  exit 2
  flamegraph-record: 'echo' is not an option; put '--' before the command; try 'flamegraph-record --help'
  $ ls
  err
  flamegraph.svg
  path

# perf-argv
needs: linux
what perf is called with, word by word

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf
  $ flamegraph-record --profiler perf -- echo one 'two  three' '' '$x;y' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
  one two  three  $x;y
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  perf
  record
  -F
  997
  --call-graph
  dwarf
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -F
  997
  --call-graph
  dwarf
  -o
  -
  --
  WORK/flambeau-start
  100
  echo
  one
  two  three
   (esc)
  $x;y
  .
  $ grep -c '^<svg' flamegraph.svg; ls
  3
  argv
  flamegraph.svg
  path

# perf-options
options of perf record are its words

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf
  $ flamegraph-record -q -F 99 --call-graph fp -e cache-misses --event=branches -a --perf-args "--strict-freq '--clockid=mono raw'" -- true
  $ sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv; rm argv
  perf
  record
  -q
  -F
  99
  --call-graph
  fp
  -e
  cache-misses
  -e
  branches
  -a
  --strict-freq
  --clockid=mono raw
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -q
  -F
  99
  --call-graph
  fp
  -e
  cache-misses
  -e
  branches
  -a
  --strict-freq
  --clockid=mono raw
  -o
  WORK/perf.data
  --
  true
  .
  $ flamegraph-record -q -p 1,$$ --call-graph lbr; sed "s/,$$\$/,SELF/" argv | sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,'; rm argv
  perf
  record
  -q
  -F
  997
  --call-graph
  lbr
  -p
  1,SELF
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -q
  -F
  997
  --call-graph
  lbr
  -p
  1,SELF
  -o
  -
  .
  $ flamegraph-record -q -a; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
  record-stacks
  -q
  -F
  997
  --call-graph
  auto
  -a
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -q
  -F
  997
  --call-graph
  dwarf
  -a
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -q
  -F
  997
  --call-graph
  dwarf
  -a
  -o
  -
  .

# perfdata
needs: python3
a recording that exists is drawn without perf, and stays; options of collapse-perf reach it

  $ . "$TESTS/system/record/stand-in.sh"; only; ARGV=$PWD/argv; export ARGV
  $ python3 "$TESTS/system/recordings/perfdata.py" "$FIXTURES/perf/cxx-fp.txt" made; cp made/file.data my.data
  $ flamegraph-record --perfdata my.data --symfs made/root --no-inline -o x.svg; echo "exit $?"; cmp made/file.data my.data; ls
  exit 0
  made
  my.data
  path
  x.svg
  $ "$tools/collapse-perf" --no-inline --symfs made/root my.data | "$tools/flamegraph" | grep -c '<title>'; grep -c '<title>' x.svg
  180
  180
  $ flamegraph-record --perfdata my.data --symfs made/root --json | sed 's/: [0-9]*}/: N}/'
  {"svg_path": "flamegraph.svg", "profiler_used": "perf", "duration_ms": N}
  $ echo "PERFILE2 and no more" >bad.data; flamegraph-record --perfdata bad.data; echo "exit $?"; [ -e argv ] || echo "without perf"
  exit 1
  without perf
  $ cat err
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is x.svg
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: profiler command failed: collapse-perf: exit status 1: collapse-perf: bad.data: not a header of perf.data: its size is 2337207817031541024 instead of 16 or 104

# pid-flag
a flag that is not about processes to record

  $ flamegraph-record --pid 12
  [2]
  $ cat err
  flamegraph-record: '12' is not an option; a process is recorded by -p 12; try 'flamegraph-record --help'

# piped
needs: linux
the recording goes through a pipe, and the command has its own input, output, errors and exit code

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ for profiler in perf events; do EVENTS=works; export EVENTS; echo in | flamegraph-record --profiler $profiler --fail-on-exit -q -- sh -c 'cat; echo error >&2; exit 3' >out 2>err; echo "exit $?"; cat out; grep -v 'command failed' err; ls; done; rm out err
  exit 1
  in
  error
  err
  flamegraph.svg
  out
  path
  exit 1
  in
  error
  err
  flamegraph.svg
  out
  path
  $ flamegraph-record --profiler perf --text -- echo printed 2>&1 | grep -c printed
  2
  $ flamegraph-record --profiler perf -q -- ./nothing; echo "exit $?"; printf '#!/no/such\n' >text; chmod +x text; flamegraph-record --profiler perf --fail-on-exit -q -- ./text 2>&1 | constant; ls
  exit 1
  flamegraph-record: ./text: not found
  flamegraph.svg
  path
  text
  $ cat err
  flamegraph-record: profiler command failed: ./nothing: not found

# quiet
-q leaves errors

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ flamegraph-record -q -- sh -c 'exit 3'; PERF=fail; export PERF
  $ flamegraph-record -q --event intel_pt//u -- true 2>err; constant <err
  flamegraph-record: profiler command failed: perf script: exit status 3: the symbols are broken
  flamegraph-record: as is the rest
  flamegraph-record: the recording is kept: WORK/perf.data

# refused
what is wrong comes first, and what perf says about it at length with -v only

  $ . "$TESTS/system/record/stand-in.sh"; only perf; PERF=refused; export PERF
  $ flamegraph-record --profiler perf -- echo run 2>&1 | constant; echo; flamegraph-record -v --profiler perf -- echo run 2>&1 | constant
  flamegraph-record: profiler command failed: perf record: Access to performance monitoring and observability operations is limited.
   (esc)
  flamegraph-record: profiler command failed: perf record: Access to performance monitoring and observability operations is limited.
  flamegraph-record: Error:
  flamegraph-record: Access to performance monitoring and observability operations is limited.
  $ echo; FLAMESAMPLE_LIB=/nowhere flamegraph-record -v -- echo run 2>&1 | constant
   (esc)
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: Access to performance monitoring and observability operations is limited.; dtrace: not found; sampler: libflamesample.so.1 is not installed
  flamegraph-record: record-stacks: the kernel refuses
  flamegraph-record: Error:
  flamegraph-record: Access to performance monitoring and observability operations is limited.

# retry
needs: linux
an event that is not there: cpu-clock instead, said; the command runs once

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; PERF=unsupported; ARGV=$PWD/argv; export PERF ARGV; only perf
  $ flamegraph-record --call-graph fp -- sh -c 'echo run >>runs' 2>&1 | constant; cat runs; rm runs
  flamegraph-record: perf cannot record the default event here (The cycles event is not supported.): recording cpu-clock instead
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  run
  $ flamegraph-record -e cycles:u -e branches --call-graph lbr -- sh -c 'echo run >>runs' 2>&1 | constant; cat runs
  flamegraph-record: perf cannot record cycles:u,branches here (The branches event is not supported.): recording cpu-clock instead
  flamegraph-record: no LBR on this hardware: using DWARF call graphs
  flamegraph-record: recorded by perf (events: has no --call-graph=lbr)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg
  run
  $ sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv | grep -v echo
  record-stacks
  -F
  997
  --call-graph
  fp
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -F
  997
  --call-graph
  fp
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -F
  997
  --call-graph
  fp
  -e
  cpu-clock
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -F
  997
  --call-graph
  fp
  -e
  cpu-clock
  -o
  -
  --
  WORK/flambeau-start
  100
  sh
  -c
  .
  perf
  record
  -F
  997
  --call-graph
  lbr
  -e
  cycles:u
  -e
  branches
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -F
  997
  --call-graph
  dwarf
  -e
  cpu-clock
  -o
  WORK/perf.data.probe
  --
  true
  .
  perf
  record
  -F
  997
  --call-graph
  dwarf
  -e
  cpu-clock
  -o
  -
  --
  WORK/flambeau-start
  100
  sh
  -c
  .

# retry-not
with --profiler=perf an event that was asked for is not replaced

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; PERF=unsupported; export PERF; only perf; svg
  $ flamegraph-record --profiler perf -e cycles -- echo run 2>err; echo "exit $?"; constant <err; kept
  exit 1
  flamegraph-record: profiler command failed: perf record: The cycles event is not supported.
  flamegraph-record: virtual machines have no events of the hardware; cpu-clock is everywhere: --event=cpu-clock --call-graph=auto
  the graph of before is there

# runtime
what a runtime is started with: by its name, links, #! and env; appended to what is there; not where it is set; -F, SIZE

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; EVENTS=works; export EVENTS
  $ only; for name in python3.13 python3.12 python3.11 node dotnet; do
  > 	printf '#!/bin/sh\n[ "$1" != -V ] || { echo Python 3.13.1; exit; }\n[ "$1" != -I ] || [ "$2" != -S ] || { echo ${POINTERS-False}; exit; }\nenv | grep -E "^(NODE_OPTIONS|JAVA_TOOL_OPTIONS|PYTHONPERF|PYTHON_PERF|DOTNET_PerfMap)" | LC_ALL=C sort\n' >path/$name; chmod +x path/$name
  > done
  $ ln -s node path/java; ln -s python3.13 path/py; cp path/node path/python; mkdir -p jdk/bin old/bin; cp path/node jdk/bin/java; cp path/node old/bin/java
  $ ln -s ../jdk/bin/java path/java-link; echo 'JAVA_VERSION="21.0.2"' >jdk/release; echo 'JAVA_VERSION="1.8.0_392"' >old/release
  $ unset NODE_OPTIONS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS PYTHONPERFSUPPORT PYTHON_PERF_JIT_SUPPORT DOTNET_PerfMapEnabled
  $ run() { echo "== $*" | sed "s,$PWD,HERE,"; rm -f argv; flamegraph-record "$@" 2>&1 | grep -v -e '^flamegraph-record: recorded by' -e ': only 61 samples' -e 'the graph is' -e 'kernel.perf_event_paranoid is'; grep -A 3 -x -e -F argv | tail -n 4 | tr '\n' ' '; grep -x -A 1 -e -o argv | tail -n 1 | sed 's,.*/,,'; }
  $ run -- python3.13 x.py; run -- python3.12 x.py; POINTERS=True run -- python3.12 x.py; run -- python3.11 x.py; run -- node x.js; run -- java-link Main
  == -- python3.13 x.py
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 249 --call-graph auto,32768 perf.data
  == -- python3.12 x.py
  flamegraph-record: Python 3.12 was built without the frame pointers by which its functions have callers; Python 3.13 has them, or: py-spy record -f raw -o out.folded -- COMMAND; flamegraph out.folded
  -F 997 --call-graph auto pipe
  == -- python3.12 x.py
  flamegraph-record: Python 3.12 is recorded with PYTHONPERFSUPPORT=1 and --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHONPERFSUPPORT=1
  -F 249 --call-graph auto,32768 pipe
  == -- python3.11 x.py
  flamegraph-record: Python 3.11 gives profilers no names of its functions; Python 3.13 has them, or: py-spy record -f raw -o out.folded -- COMMAND; flamegraph out.folded
  -F 997 --call-graph auto pipe
  == -- node x.js
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- java-link Main
  flamegraph-record: Java 21 is recorded with JAVA_TOOL_OPTIONS='-XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit' (which the JVM prints) and --call-graph auto,24576, for the names and callers of its functions; not with --no-runtime
  JAVA_TOOL_OPTIONS=-XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit
  -F 997 --call-graph auto,24576 pipe
  $ run -- old/bin/java Main; run -- dotnet x.dll
  == -- old/bin/java Main
  flamegraph-record: Java 8 gives perf no names of its methods: --profiler jfr, or Java 17 or later
  -F 997 --call-graph auto pipe
  == -- dotnet x.dll
  flamegraph-record: .NET is recorded with DOTNET_PerfMapEnabled=1, for the names and callers of its functions; not with --no-runtime
  DOTNET_PerfMapEnabled=1
  -F 997 --call-graph auto pipe
  $ run -- py x.py; run -- python x.py; run -F 99 -- python3.13 x.py; run --call-graph fp -- python3.13 x.py; run --no-runtime -- python3.13 x.py; run --no-runtime -- node x.js
  == -- py x.py
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 249 --call-graph auto,32768 perf.data
  == -- python x.py
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 249 --call-graph auto,32768 perf.data
  == -F 99 -- python3.13 x.py
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 99 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 99 --call-graph auto,32768 perf.data
  == --call-graph fp -- python3.13 x.py
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph fp at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 249 --call-graph fp perf.data
  == --no-runtime -- python3.13 x.py
  -F 997 --call-graph auto pipe
  == --no-runtime -- node x.js
  -F 997 --call-graph auto pipe
  $ for first in "#!$PWD/path/node" '#!/usr/bin/env node' '#!/usr/bin/env -S node --title=x' '#!/usr/bin/env -S A=1 python3.13 -u'; do
  > 	printf '%s\n' "$first" >script; chmod +x script; run -- ./script
  > done
  == -- ./script
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- ./script
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- ./script
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- ./script
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 249 --call-graph auto,32768 perf.data
  $ run -- env -u B A=1 node x.js; run -- env NODE_OPTIONS=--x node x.js; run -- env -i A=1 "$PWD/path/node" x.js; run -- sh -c 'node x.js'
  == -- env -u B A=1 node x.js
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- env NODE_OPTIONS=--x node x.js
  NODE_OPTIONS=--x
  -F 997 --call-graph auto pipe
  == -- env -i A=1 HERE/path/node x.js
  -F 997 --call-graph auto pipe
  == -- sh -c node x.js
  -F 997 --call-graph auto pipe
  $ run --env NODE_OPTIONS='--title=a b' -- node x.js; NODE_OPTIONS=--perf-basic-prof run -- node x.js; run -- node --perf-basic-prof --interpreted-frames-native-stack x.js
  == --env NODE_OPTIONS=--title=a b -- node x.js
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--title=a b --perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--title=a b --perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- node x.js
  flamegraph-record: Node.js is recorded with NODE_OPTIONS='--perf-basic-prof --interpreted-frames-native-stack' and --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  NODE_OPTIONS=--perf-basic-prof --interpreted-frames-native-stack
  -F 997 --call-graph auto,16384 pipe
  == -- node --perf-basic-prof --interpreted-frames-native-stack x.js
  flamegraph-record: Node.js is recorded with --call-graph auto,16384, for the names and callers of its functions; not with --no-runtime
  -F 997 --call-graph auto,16384 pipe
  $ JAVA_TOOL_OPTIONS=-Xmx1g run -- java Main; JAVA_TOOL_OPTIONS=-XX:-PreserveFramePointer run -- java -XX:+DumpPerfMapAtExit Main
  == -- java Main
  flamegraph-record: Java is recorded with JAVA_TOOL_OPTIONS='-Xmx1g -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit' (which the JVM prints) and --call-graph auto,24576, for the names and callers of its functions; not with --no-runtime
  JAVA_TOOL_OPTIONS=-Xmx1g -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+PreserveFramePointer -XX:+DumpPerfMapAtExit
  -F 997 --call-graph auto,24576 pipe
  == -- java -XX:+DumpPerfMapAtExit Main
  flamegraph-record: Java is recorded with --call-graph auto,24576, for the names and callers of its functions; not with --no-runtime
  JAVA_TOOL_OPTIONS=-XX:-PreserveFramePointer
  -F 997 --call-graph auto,24576 pipe
  $ DOTNET_PerfMapEnabled=0 run -- dotnet x.dll; PYTHON_PERF_JIT_SUPPORT=0 run -- python3.13 x.py; PYTHONPERFSUPPORT=1 run -- python3.12 x.py
  == -- dotnet x.dll
  DOTNET_PerfMapEnabled=0
  -F 997 --call-graph auto pipe
  == -- python3.13 x.py
  PYTHON_PERF_JIT_SUPPORT=0
  -F 997 --call-graph auto pipe
  == -- python3.12 x.py
  PYTHONPERFSUPPORT=1
  -F 997 --call-graph auto pipe
  $ run -- python3.13 -E x.py; run -- python3.13 -W error -uI x.py; run -- python3.13 -c -I; run -- python3.13 -X perf_jit x.py
  == -- python3.13 -E x.py
  flamegraph-record: python3 -E ignores PYTHON_PERF_JIT_SUPPORT, which gives names to its functions: add -X perf_jit
  -F 997 --call-graph auto pipe
  == -- python3.13 -W error -uI x.py
  flamegraph-record: python3 -I ignores PYTHON_PERF_JIT_SUPPORT, which gives names to its functions: add -X perf_jit
  -F 997 --call-graph auto pipe
  == -- python3.13 -c -I
  flamegraph-record: Python 3.13 is recorded with PYTHON_PERF_JIT_SUPPORT=1 and --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  PYTHON_PERF_JIT_SUPPORT=1
  -F 249 --call-graph auto,32768 perf.data
  == -- python3.13 -X perf_jit x.py
  flamegraph-record: Python 3.13 is recorded with --call-graph auto,32768 at 249 Hz, for the names and callers of its functions; not with --no-runtime
  -F 249 --call-graph auto,32768 perf.data
  $ only perf; cp jdk/bin/java path/python3.13; for more in --call-graph=dwarf '--perf-args=-k raw'; do
  > 	rm -f argv; flamegraph-record -q --profiler perf "$more" -- python3.13; tail -n +"$(($(grep -n -x -F . argv | sed 's/:.*//;q') + 1))" argv | sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' | tr '\n' ' '; echo
  > done
  PYTHON_PERF_JIT_SUPPORT=1
  perf record -k mono -q -F 249 --call-graph dwarf,32768 -o WORK/perf.data -- python3.13 .\x20 (esc)
  PYTHON_PERF_JIT_SUPPORT=1
  perf record -q -F 249 --call-graph dwarf,32768 -k raw -o WORK/perf.data -- python3.13 .\x20 (esc)

# runtime-files
maps and dumps of the recorded processes are removed, unless they existed before, are another's, or --keep is given

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; EVENTS=works; export EVENTS; only; copy_tools collapse-perf
  $ printf '#!/bin/sh\necho "$$" >pid\nfor file in perf-$$.map jit-$$.dump perfinfo-$$.map perf-$$.map.old perf-9$$.map; do echo >"/tmp/$file"; done\n' >path/node; chmod +x path/node
  $ printf '#!/bin/sh\n"%s" "$@"; code=$?\nfor word; do case $word in --code-processes=*) while [ ! -s pid ]; do sleep 0.1; done; cat pid before >"${word#*=}" ;; esac; done\nexit $code\n' "$tools/collapse-perf" >bin/collapse-perf
  $ chmod +x bin/collapse-perf
  $ before=214$(printf %07d $$ | tail -c 7) # no process has this number
  $ echo "$before" >before; echo >"/tmp/perf-$before.map"
  $ left()
  > {
  > 	pid=$(cat pid)
  > 	(cd /tmp && ls -d "perf-$before.map" ./*-"$pid".* "perf-9$pid.map" 2>/dev/null) | sed "s,^\./,,; s/$before/BEFORE/; s/$pid/PID/" | LC_ALL=C sort
  > 	(cd /tmp && rm -f ./*-"$pid".* "perf-9$pid.map")
  > 	rm pid
  > }
  $ flamegraph-record -q -- node; left
  perf-9PID.map
  perf-BEFORE.map
  perf-PID.map.old
  $ echo '== --keep'; flamegraph-record -q --keep -- node; left
  == --keep
  jit-PID.dump
  perf-9PID.map
  perf-BEFORE.map
  perf-PID.map
  perf-PID.map.old
  perfinfo-PID.map
  $ echo '== --no-runtime'; flamegraph-record -q --no-runtime -- node; left
  == --no-runtime
  jit-PID.dump
  perf-9PID.map
  perf-BEFORE.map
  perf-PID.map
  perf-PID.map.old
  perfinfo-PID.map
  $ rm -f "/tmp/perf-$before.map"

# sampler
needs: cc native linux
the library is preloaded; the files of all processes are added up, also those written late

  $ . "$TESTS/system/record/stand-in.sh"; only
  $ cat >sampler.c <<'END'
  > #include <stdio.h>
  > #include <stdlib.h>
  > #include <string.h>
  > #include <unistd.h>
  >
  > __attribute__((destructor)) static void end(void)
  > {
  > 	char path[4096];
  > 	const char *out = getenv("FLAMESAMPLE_OUT");
  > 	FILE *file;
  >
  > 	if (!out || !strstr(program_invocation_short_name, "prog"))
  > 		return;
  > 	printf("%s Hz, %s\n", getenv("FLAMESAMPLE_HZ"), getenv("LD_PRELOAD"));
  > 	fflush(stdout);
  > 	snprintf(path, sizeof(path), "%.*s%ld.folded", (int)(strlen(out) - 6), out, (long)getpid());
  > 	if (fork() == 0 && (file = fopen(path, "w"))) {
  > 		usleep(300000);
  > 		fprintf(file, "prog;main;work 3\n");
  > 		fclose(file);
  > 		_exit(0);
  > 	}
  > }
  > END
  $ cat >prog.c <<'END'
  > #include <unistd.h>
  > #include <sys/wait.h>
  > int main(void) { if (fork() != 0) wait(0); return 5; }
  > END
  $ PATH=$all_programs cc -D_GNU_SOURCE -include errno.h -shared -fPIC -o sampler.so sampler.c && PATH=$all_programs cc -o prog prog.c
  $ FLAMESAMPLE_LIB=$PWD/sampler.so; export FLAMESAMPLE_LIB
  $ flamegraph-record --profiler sampler --keep --json -- ./prog 2>err | sed -e "s,$PWD,HERE,g" -e 's/: [0-9]*}/: N}/'; sed 's/sampled\.[0-9]*/sampled.PID/' err
  249 Hz, HERE/sampler.so
  249 Hz, HERE/sampler.so
  {"svg_path": "flamegraph.svg", "profiler_used": "sampler", "duration_ms": N}
  flamegraph-record: the command failed: exit status 5
  flamegraph-record: only 6 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: kept flamegraph.sampled.PID.folded
  flamegraph-record: kept flamegraph.sampled.PID.folded
  $ grep -o '<title>[^<]*' flamegraph.svg; ls | sed 's/sampled\.[0-9]*/sampled.PID/'
  <title>all (6 samples, 100%)
  <title>prog (6 samples, 100.00%)
  <title>main (6 samples, 100.00%)
  <title>work (6 samples, 100.00%)
  err
  flamegraph.sampled.PID.folded
  flamegraph.sampled.PID.folded
  flamegraph.svg
  path
  prog
  prog.c
  sampler.c
  sampler.so
  $ flamegraph-record --profiler sampler -q -F 50 --env LD_PRELOAD=libc.so.6 -- ./prog | sed "s,$PWD,HERE,g"
  50 Hz, HERE/sampler.so:libc.so.6
  50 Hz, HERE/sampler.so:libc.so.6
  $ flamegraph-record --fail-on-exit -- ./prog 2>&1 | sed "s,$PWD,HERE,g" | tail -n 4
  flamegraph-record: recorded by sampler (events: the kernel refuses; perf: not found; dtrace: has no --fail-on-exit)
  flamegraph-record: the command failed: exit status 5
  flamegraph-record: only 6 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: the graph is flamegraph.svg

# sampler-missing
the library of the sampler is missing

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; FLAMESAMPLE_LIB=/nowhere; export FLAMESAMPLE_LIB
  $ flamegraph-record --profiler sampler -- echo run; echo "exit $?"; ls
  exit 1
  path
  $ cat err
  flamegraph-record: profiler command failed: sampler: libflamesample.so.1 is not installed

# sampler-path
what LD_PRELOAD has to be

  $ . "$TESTS/system/record/stand-in.sh"; only; touch lib.so; FLAMESAMPLE_LIB=$PWD/lib.so; export FLAMESAMPLE_LIB
  $ flamegraph-record --sampler-path | sed "s,$PWD,HERE,"; FLAMESAMPLE_LIB=/nowhere flamegraph-record --sampler-path; echo "exit $?"
  HERE/lib.so
  exit 1
  $ flamegraph-record --sampler-path -- true; echo "exit $?"; flamegraph-record --sampler-path >/dev/full; echo "exit $?"
  exit 2
  exit 1
  $ cat err
  flamegraph-record: libflamesample.so.1 is not installed
  flamegraph-record: --sampler-path goes without a command: LD_PRELOAD="$(flamegraph-record --sampler-path)" COMMAND; try 'flamegraph-record --help'
  flamegraph-record: standard output: No space left on device

# sampler-static
needs: cc native
nothing can be preloaded into a static program: auto does not take the sampler, and --profiler=sampler says why it is empty

  $ . "$TESTS/system/record/stand-in.sh"; only
  $ printf 'void _start(void); void _start(void) { *(volatile int *)0 = 0; }\n' >static.c
  $ PATH=$all_programs cc -nostdlib -static -no-pie -o static static.c; PATH=$all_programs cc -shared -fPIC -nostdlib -o sampler.so static.c
  $ FLAMESAMPLE_LIB=$PWD/sampler.so; export FLAMESAMPLE_LIB
  $ flamegraph-record -- ./static 2>err; echo "exit $?"; head -n 1 err
  exit 1
  flamegraph-record: profiler command failed: nothing here can record: events: the kernel refuses; perf: not found; dtrace: not found; sampler: ./static is linked statically, so that no library can be preloaded
  $ flamegraph-record --profiler sampler -- ./static; echo "exit $?"; ls
  exit 1
  err
  path
  sampler.so
  static
  static.c
  $ cat err
  flamegraph-record: no samples: ./static is linked statically, so that no library can be preloaded
  flamegraph-record: the command was killed by signal 11 (Segmentation fault)

# slow
a stage that takes long is named, with what may be done about it, once; not with -q

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; PERF=slow; PERF_SLEEPS=1.5; export PERF PERF_SLEEPS
  $ try() { flamegraph-record --patience 0.2 --event intel_pt//u "$@" -- true 2>err; grep 'perf script' err | sed 's/for [0-9]* s/for N s/' | sort -u; echo "$(grep -c 'turns that off' err) hints"; }
  $ try; try --no-inline; try -q
  flamegraph-record: perf script has been running for N s
  flamegraph-record: perf script has been running for N s: it looks up inlined functions, which usually is what takes long; --no-inline turns that off
  1 hints
  flamegraph-record: perf script has been running for N s
  0 hints
  0 hints

# thin
a thin graph says why: few samples, no names, no callers

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
  $ SCRIPT=$PWD/script; export SCRIPT
  $ for i in $(seq 200); do printf 'b 1 %d.0: 10 cycles: \n\t1 f (x)\n\n' $i; done >script
  $ flamegraph-record --call-graph fp -- true 2>&1 | constant; flamegraph-record -- true 2>&1 | constant
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with --call-graph=auto
  flamegraph-record: the graph is flamegraph.svg
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: 100% of the samples have no callers: the program has no information for unwinding; build it with -fno-omit-frame-pointer and record with --call-graph=fp
  flamegraph-record: the graph is flamegraph.svg
  $ for i in $(seq 200); do printf 'b 1 %d.0: 10 cycles: \n\t1 [unknown] (/lib/x.so)\n\t2 main (x)\n\t3 a (x)\n\n' $i; done >script
  $ flamegraph-record -- true 2>&1 | constant; head -n 4 script >short; SCRIPT=$PWD/short
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: 100% of the samples are in functions without a name, most of them in x.so: it is stripped; install its debugging symbols, or build it without -s and strip
  flamegraph-record: the graph is flamegraph.svg
  $ flamegraph-record --call-graph fp -- true 2>&1 | constant
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 1 sample: the run was too short, or mostly waiting; let it run longer, or raise --freq
  flamegraph-record: 100% of the samples are in functions without a name, most of them in x.so: it is stripped; install its debugging symbols, or build it without -s and strip
  flamegraph-record: the graph is flamegraph.svg

# to-stdout
the picture on standard output: what the command prints goes to standard error, and no file is left

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg
  $ flamegraph-record -o - -- echo printed 2>err >out.svg; echo "exit $?"; constant <err; sed -n '2s/ .*//p;$p' out.svg; kept; ls
  exit 0
  printed
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  <!DOCTYPE
  </svg>
  the graph of before is there
  err
  flamegraph.svg
  out.svg
  path
  $ flamegraph-record --text --columns 60 -- echo printed 2>err >out; echo "exit $?"; constant <err; head -n 6 out | constant; kept
  exit 0
  printed
  flamegraph-record: recorded by perf (events: the kernel refuses)
  flamegraph-record: only 61 samples: the run was too short, or mostly waiting; let it run longer, or raise --freq
  echo printed
  cpu-clock, 997 Hz, T s, 61 samples
  |all (122 ms, 61 samples, 100%)_____________________________
  |a/b:c_..|io_12/u8:3_|my_worke..|my_worker_2___|pool_(a)_#3_
  |[libst..|[libstdc.. |[libstdc..|[libstdc++... |[libstdc+..
  |std::t..|std::thr.. |std::thr..|std::thread.. |std::thre..
  the graph of before is there
  $ flamegraph-record --text --columns 60 -o out.txt -- echo printed 2>/dev/null; constant <out >a; constant <out.txt | cmp - a; rm a
  printed
  $ flamegraph-record -q --text --keep -- true >/dev/null; ls *.data
  flamegraph.perf.data
  $ PERF=fail; export PERF; flamegraph-record -q -o - --event intel_pt//u -- true 2>err; constant <err
  flamegraph-record: profiler command failed: perf script: exit status 3: the symbols are broken
  flamegraph-record: as is the rest
  flamegraph-record: the recording is kept: WORK/perf.data
  $ for with in --json --open; do flamegraph-record -o - $with -- true; echo "exit $?"; done
  exit 2
  exit 2
  $ for with in --label=x --output-dir=x; do flamegraph-record --text $with -- true; echo "exit $?"; done
  exit 2
  exit 2
  $ flamegraph-record -o '' -- true; echo "exit $?"
  exit 2
  $ cat err
  flamegraph-record: --json and --open need a file: use --output; try 'flamegraph-record --help'
  flamegraph-record: --json and --open need a file: use --output; try 'flamegraph-record --help'
  flamegraph-record: --output-dir and --label name pictures: use --output for the file of a text; try 'flamegraph-record --help'
  flamegraph-record: --output-dir and --label name pictures: use --output for the file of a text; try 'flamegraph-record --help'
  flamegraph-record: option '--output' needs the name of a file; try 'flamegraph-record --help'

# unread
needs: native
when collapse-perf has ended, the recorder of a process is ended, too; that of a command is not

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; copy_tools collapse-perf
  $ printf '#!/bin/sh\n[ "$1" = --generate=rows ] && exit\nhead -c 1 >/dev/null; echo "no memory" >&2; exit 1\n' >bin/collapse-perf; chmod +x bin/collapse-perf
  $ EVENTS=endless; export EVENTS; flamegraph-record --profiler events -q -p $$; echo "exit $?"
  exit 1
  $ EVENTS=works; flamegraph-record --profiler events -q -- sh -c 'sleep 0.2; echo goes on'; echo "exit $?"
  goes on
  exit 1
  $ cat err
  flamegraph-record: profiler command failed: collapse-perf: exit status 1: no memory
  flamegraph-record: the recording was not stored; record again with --keep to store it
  flamegraph-record: profiler command failed: collapse-perf: exit status 1: no memory
  flamegraph-record: the recording was not stored; record again with --keep to store it

# version

  $ flamegraph-record --version
  flamegraph-record (flambeau) 0.3.0

# runtime-process
needs: native
a JVM that runs is asked for its names before and after; without jcmd, and by other runtimes, what to do is said

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; EVENTS=works; export EVENTS; only jcmd
  $ for name in java node python3.13; do cp "$tools/collapse-perf" $name; done; mkfifo hold
  $ try() # NAME OPTION... - of a program with this name that waits for input
  > {
  > 	echo "== $*"; "./$1" <hold & pid=$!; exec 9>hold
  > 	while ! [ "/proc/$pid/exe" -ef "$1" ]; do sleep 0.01; done; shift # no shell any more
  > 	flamegraph-record -p $pid "$@" 2>&1 | grep -v -e ': recorded by' -e ': only 61' -e 'looks like a container' -e 'the graph is' | constant | sed "s/$pid/PID/"
  > 	kill $pid; exec 9>&-
  > }
  $ try java; constant <argv | sed "s/^$pid\$/PID/" | grep -A 2 -e jcmd -e -o; rm argv
  == java
  -o
  WORK/perf.data.probe
  --duration
  --
  jcmd
  PID
  Compiler.perfmap
  --
  -o
  WORK/perf.data
  .
  jcmd
  PID
  Compiler.perfmap
  $ printf '#!/bin/sh\necho "$1:"; echo "java.lang.IllegalArgumentException: Unknown diagnostic command"; exit 1\n' >jcmd; chmod +x jcmd; mv jcmd path/jcmd
  $ try java; rm path/jcmd; try java; try java --no-runtime; try node; try python3.13
  == java
  flamegraph-record: jcmd PID Compiler.perfmap, of Java 17 and later, gives no names of methods: --profiler jfr
  == java
  flamegraph-record: process PID is a JVM, and jcmd of a JDK, which would ask it for the names of its methods, is not in PATH: --profiler jfr needs it, too
  == java --no-runtime
  == node
  flamegraph-record: process PID is Node.js, which names its functions only if it was told to: start it by flamegraph-record -- COMMAND, or with --perf-basic-prof --interpreted-frames-native-stack
  == python3.13
  flamegraph-record: process PID is Python 3.13, which names its functions only if it was told to: start it by flamegraph-record -- COMMAND, or with python3 -X perf_jit (Python 3.13); of older ones take py-spy record -f raw

# call-graph-size
--call-graph dwarf,SIZE, as is advised where copies of stacks were too short

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
  > for profiler in events perf; do flamegraph-record -q --profiler $profiler --call-graph dwarf,32768 -- true; tr '\n' ' ' <argv | grep -c -e '--call-graph dwarf,32768 '; rm argv; done
  > for how in dwarf,0 dwarf,65529 dwarf,x dwarf, fp,8 lbr,8 ''; do flamegraph-record --call-graph "$how" -- true; done
  1
  1
  [2]
  $ cat err
  flamegraph-record: option '--call-graph' cannot take 'dwarf,0': a stack is copied in 1 to 65528 bytes; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take 'dwarf,65529': a stack is copied in 1 to 65528 bytes; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take 'dwarf,x': it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take 'dwarf,': it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take 'fp,8': it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take 'lbr,8': it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr; try 'flamegraph-record --help'
  flamegraph-record: option '--call-graph' cannot take '': it is one of auto, auto,SIZE, dwarf, dwarf,SIZE, fp, lbr; try 'flamegraph-record --help'

# compare-labels
the page of a comparison has threads and times of both sides, but not where one side is scaled

  $ . "$TESTS/system/record/stand-in.sh"; only perf; copy_tools difffolded
  $ printf '#!/bin/sh\ncase " $* " in *" --keep-labels "*) echo labels are kept; esac >>kept\nexec %s/difffolded "$@"\n' "$tools" >bin/difffolded
  $ chmod +x bin/difffolded; : >kept
  $ SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT
  $ flamegraph-record compare -q -- true -- true; flamegraph-record compare -q --html --diff-normalize -- true -- true; cat kept
  $ flamegraph-record compare -q --html -- true -- true; cat kept
  labels are kept

# compare-limits
--fail-over, --fail-over-total: the exit code is 3 after graphs and report, which name the commands

  $ . "$TESTS/system/record/stand-in.sh"; only perf; SCRIPT=$PWD/script; export SCRIPT
  $ cat >prog <<'END'
  > #!/bin/sh
  > while [ $# -gt 0 ]; do
  > 	for i in $(seq $2); do printf "prog 1 1 $i.0: 1000000 cpu-clock: \n\t1 $1 (x)\n\t2 main (x)\n\n"; done; shift 2
  > done >script
  > END
  $ chmod +x prog
  $ try() { rm -f *.svg out.md; flamegraph-record -q compare --report out.md "$@" 2>err; echo "exit $?: $(ls *.svg | wc -l), $(head -n 1 out.md)"; cat err; }
  $ try --fail-over-total 5% --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 900 b 900
  exit 3: 3, all: 0.60 s -> 1.80 s (+200 %): total over budget, functions within budget
  $ try --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 900 b 900
  exit 0: 3, all: 0.60 s -> 1.80 s (+200 %): functions within budget (no budget for the total)
  $ try --fail-over 50ms -- ./prog a 300 b 300 -- ./prog a 900 b 900
  exit 3: 3, all: 0.60 s -> 1.80 s (+200 %): functions over budget (no budget for the total)
  $ try --fail-over-total 5% --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 302 b 300
  exit 0: 3, all: 600 ms -> 602 ms (+0.3 %): within budget
  $ try --diff-normalize --fail-over 2% -- ./prog a 300 b 300 -- ./prog a 900 b 900
  exit 0: 3, all: 0.60 s -> 1.80 s; shares are compared, not totals (--normalize): functions within budget
  $ grep -o 'Before: .*(' out.md
  Before: <code>&#46;&#47;prog a 300 b 300</code> (total 600,000,000 ns)<br>After: <code>&#46;&#47;prog a 900 b 900</code> (total 1,800,000,000 ns)<br>Compared: shares, not totals: --normalize was given, for recordings of different lengths.<br>Noise guard on: 600 samples before, 1,800 after (
  $ try --fail-over 5x -- ./prog a 1 -- ./prog a 1
  exit 2: 0,\x20 (esc)
  flamegraph-record: option '--fail-over' needs a limit like 2% or 50ms; try 'flamegraph-record --help'
  $ try --diff-normalize --fail-over-total 5% -- ./prog a 1 -- ./prog a 1
  exit 2: 0,\x20 (esc)
  flamegraph-record: --diff-normalize compares shares, and --fail-over-total 5% needs totals; try 'flamegraph-record --help'
  $ flamegraph-record --fail-over 2% -- ./prog a 1; echo "exit $?"
  exit 2
  $ flamegraph-record -v compare -- ./prog a 300 -- ./prog a 600 2>&1 | grep -e ' all: ' -e 'job fail'
  flamegraph-record: all: 300 ms -> 600 ms (+100 %)
  flamegraph-record: to let a job fail: --fail-over-total 5% for the whole program, --fail-over 2% for functions
  $ cat err
  ls: cannot access '*.svg': No such file or directory
  head: cannot open 'out.md' for reading: No such file or directory
  ls: cannot access '*.svg': No such file or directory
  head: cannot open 'out.md' for reading: No such file or directory
  flamegraph-record: options '--fail-over' and '--fail-over-total' are for compare; try 'flamegraph-record --help'

# idle
of all CPUs the samples of idle ones are left out, unless --idle is given; of a command they are not

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; copy_tools collapse-perf flamegraph
  $ for tool in collapse-perf flamegraph; do
  > 	printf '#!/bin/sh\n[ "$1" = --generate=rows ] || printf "%%s\\n" "$@" >>argv\nexec %s/%s "$@"\n' "$tools" $tool >bin/$tool
  > 	chmod +x bin/$tool
  > done
  $ passes() # OPTION...
  > {
  > 	rm -f argv
  > 	flamegraph-record -q "$@"
  > 	echo "$*: $(grep -x -e --no-idle -e --idle argv | sort -u | tr '\n' ' ')"
  > }
  $ passes -a --duration 1
  -a --duration 1: --no-idle\x20 (esc)
  $ passes -a --duration 1 --idle
  -a --duration 1 --idle: --idle\x20 (esc)
  $ passes -a --duration 1 --no-idle
  -a --duration 1 --no-idle: --no-idle\x20 (esc)
  $ passes -- true
  -- true:\x20 (esc)

# off-cpu
--off-cpu is record-stacks', without a rate; the colours are blue unless others are asked for; other profilers lack it

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
  > words() { tr '\n' ' ' <argv | sed 's/ -o [^ ]*//g'; echo; rm argv; }
  > flamegraph-record -q --off-cpu -- true; words
  > flamegraph-record -q --off-cpu=all --call-graph fp -- true; words
  > flamegraph-record -q --off-cpu preempted --subtitle x -- true; words; cp flamegraph.svg default.svg
  > flamegraph-record -q --off-cpu preempted --subtitle x --colors blue -- true; cmp flamegraph.svg default.svg; flamegraph-record -q --off-cpu preempted --subtitle x --colors hot -- true; cmp -s flamegraph.svg default.svg || echo other colours
  > for profiler in perf dtrace sampler cargo jfr; do flamegraph-record --profiler $profiler --off-cpu -- true; done
  > flamegraph-record --off-cpu -F 9 -- true; flamegraph-record --off-cpu -e cycles -- true; flamegraph-record --off-cpu --perfdata x; flamegraph-record --off-cpu=no -- true
  record-stacks -q --off-cpu=blocked --call-graph auto -- true . record-stacks -q --off-cpu=blocked --call-graph auto -- true .\x20 (esc)
  record-stacks -q --off-cpu=all --call-graph fp -- true . record-stacks -q --off-cpu=all --call-graph fp -- true .\x20 (esc)
  record-stacks -q --off-cpu=preempted --call-graph auto -- true . record-stacks -q --off-cpu=preempted --call-graph auto -- true .\x20 (esc)
  other colours
  [2]
  $ cat err
  flamegraph-record: option '--off-cpu' does not work with --profiler=perf; try 'flamegraph-record --help'
  flamegraph-record: option '--off-cpu' does not work with --profiler=dtrace; try 'flamegraph-record --help'
  flamegraph-record: option '--off-cpu' does not work with --profiler=sampler; try 'flamegraph-record --help'
  flamegraph-record: option '--off-cpu' does not work with --profiler=cargo; try 'flamegraph-record --help'
  flamegraph-record: option '--off-cpu' does not work with --profiler=jfr; try 'flamegraph-record --help'
  flamegraph-record: options '--off-cpu' and '--freq' exclude each other
  flamegraph-record: options '--off-cpu' and '--event' exclude each other
  flamegraph-record: options '--off-cpu' and '--perfdata' exclude each other
  flamegraph-record: option '--off-cpu' has no value 'no': it is one of blocked, preempted, all; try 'flamegraph-record --help'

# wall
--wall is record-stacks', with a rate; other profilers lack it

  $ . "$TESTS/system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
  > words() { tr '\n' ' ' <argv | sed 's/ -o [^ ]*//g'; echo; rm argv; }
  > flamegraph-record -q --wall -- true; words
  > flamegraph-record -q --wall -F 99 --call-graph auto,512 -- true; words
  > for profiler in perf dtrace sampler cargo jfr; do flamegraph-record --profiler $profiler --wall -- true; done
  > flamegraph-record --wall --off-cpu -- true; flamegraph-record --wall -e cycles -- true; flamegraph-record --wall --perfdata x
  record-stacks -q --wall -F 997 --call-graph auto -- true . record-stacks -q --wall -F 997 --call-graph auto -- true .\x20 (esc)
  record-stacks -q --wall -F 99 --call-graph auto,512 -- true . record-stacks -q --wall -F 99 --call-graph auto,512 -- true .\x20 (esc)
  [2]
  $ SCRIPT=$FIXTURES/docs/wall.data; flamegraph-record -q --wall -- true; grep -q ' % blocked' flamegraph.svg && echo states
  states
  $ flamegraph-record -q --wall --colors hot -- true; grep -c ' % blocked' flamegraph.svg
  0
  [1]
  $ cat err
  flamegraph-record: option '--wall' does not work with --profiler=perf; try 'flamegraph-record --help'
  flamegraph-record: option '--wall' does not work with --profiler=dtrace; try 'flamegraph-record --help'
  flamegraph-record: option '--wall' does not work with --profiler=sampler; try 'flamegraph-record --help'
  flamegraph-record: option '--wall' does not work with --profiler=cargo; try 'flamegraph-record --help'
  flamegraph-record: option '--wall' does not work with --profiler=jfr; try 'flamegraph-record --help'
  flamegraph-record: options '--wall' and '--off-cpu' exclude each other
  flamegraph-record: options '--wall' and '--event' exclude each other
  flamegraph-record: options '--wall' and '--perfdata' exclude each other
