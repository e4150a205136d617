# perf record is missing, fails, is killed, records nothing
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; svg
flamegraph-record --profiler perf -- echo run 2>err; echo "exit $?"; sed 's/installed: .*/installed: .../' err
only perf
for PERF in refused recfail reckill nothing; do
	export PERF; flamegraph-record --profiler perf -- echo run 2>err; echo "$PERF: exit $?"; constant <err; kept
done; ls
