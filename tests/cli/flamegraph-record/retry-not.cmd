# with --profiler=perf an event that was asked for is not replaced
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; PERF=unsupported; export PERF; only perf; svg
flamegraph-record --profiler perf -e cycles -- echo run 2>err; echo "exit $?"; constant <err; kept
