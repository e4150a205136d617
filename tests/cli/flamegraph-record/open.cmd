# the graph is shown; that nothing can is no failure
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf xdg-open
flamegraph-record -q --open --output-dir a -- true; cat shown
OPENER=3 flamegraph-record --open -- true 2>&1 | tail -n 2; rm path/xdg-open; rm shown
flamegraph-record --open -- true 2>&1 | tail -n 2; echo "exit $?"
