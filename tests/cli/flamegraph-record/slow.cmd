# a stage that takes long is named, with what may be done about it, once; not with -q
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; PERF=slow; PERF_SLEEPS=1.5; export PERF PERF_SLEEPS
try() { flamegraph-record --patience 0.2 --event intel_pt//u "$@" -- true 2>err; grep 'perf script' err | sed 's/for [0-9]* s/for N s/' | sort -u; echo "$(grep -c 'turns that off' err) hints"; }
try; try --no-inline; try -q
