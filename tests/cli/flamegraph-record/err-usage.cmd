# command lines that are wrong: 2, and nothing is run
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
try() { flamegraph-record "$@"; echo "exit $?"; }
try; try -F 9 ./prog; try --; try -- ''; try compare -- a; try compare -- a --; try compare x -- a -- b; try -p 1 -- a; try -p x; try -p 1 -a
try --perfdata f -- a; try --perfdata f -F 99; try --perfdata ''; try --label '' -- a; try --env A -- a; try --env =1 -- a
try --duration 0 -- a; try --duration x -- a; try --perf-args "'" -- a; try -F 0 -- a; try --profiler top -- a; try --call-graph x -- a
try --reverse-diff -- a; try --keep-root -- a; try compare -o x.svg -- a -- b; try compare -a -- a -- b; try --nonsense -- a; try --list-events -- a
try --profiler sampler -a; try --profiler dtrace -e x -- a; try --profiler dtrace --kernel -- a; try --profiler cargo --title x -- a
try --profiler cargo --keep -- a; try --profiler cargo -F 99 -- a; try compare --profiler cargo -- a -- b; try --profiler dtrace --fail-on-exit -- a
ls
