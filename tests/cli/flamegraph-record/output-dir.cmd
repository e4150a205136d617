# folders are created with their parents, and may be there already
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
flamegraph-record --output-dir a//b/c/ -- true 2>&1 | tail -n 1; flamegraph-record --output-dir a//b/c/ -- true 2>&1 | tail -n 1; find a
