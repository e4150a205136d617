# nothing that can record: one message that says what was tried, and what to do
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; FLAMESAMPLE_LIB=/nowhere; export FLAMESAMPLE_LIB; svg
flamegraph-record -- echo run 2>err; echo "exit $?"; sed 's/installed: .*/installed: .../' err
PERF=refused DTRACE=refused; export PERF DTRACE; only perf dtrace
flamegraph-record -- echo run 2>err; echo "exit $?"; constant <err; kept
