# a folder that cannot be created
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; touch file; svg
flamegraph-record --output-dir file -- echo recorded; echo "exit $?"
flamegraph-record --output-dir file/sub -- echo recorded; echo "exit $?"
kept
