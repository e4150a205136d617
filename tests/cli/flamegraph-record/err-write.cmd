# a graph that cannot be written: asked before the command is run; and found out at the end
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg; mkdir dir.svg
flamegraph-record -o nowhere/x.svg -- echo recorded; echo "exit $?"
flamegraph-record -o dir.svg -- echo recorded; echo "exit $?"
flamegraph-record -q -o /dev/full -- echo recorded 2>&1 | constant
flamegraph-record -q -o gone/x.svg -- true 2>&1
flamegraph-record -q -o x.svg -- mkdir x.svg 2>&1 | constant
kept
