# perf is missing, or refuses: dtrace, and why
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only dtrace
flamegraph-record -- echo run 2>&1; rm flamegraph.svg
PERF=refused; export PERF; only perf dtrace
flamegraph-record -- echo run 2>&1; grep -c compute flamegraph.svg
flamegraph-record --kernel -- echo run 2>&1 | constant | head -n 4
