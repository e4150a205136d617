# what record-stacks does not do is done by perf: its arguments, lbr, recordings; a recording that breaks is said
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; EVENTS=works; export EVENTS
flamegraph-record --perf-args '--no-buildid' -- echo run 2>&1 | constant
flamegraph-record --call-graph lbr -- echo run 2>&1 | constant
flamegraph-record --profiler events --perfdata perf.data; echo "exit $?"
flamegraph-record --profiler events --call-graph lbr -- echo run; echo "exit $?"
svg; EVENTS=broken; flamegraph-record -- echo run 2>&1 | constant; kept
EVENTS=; flamegraph-record --profiler events -- echo run; echo "exit $?"
