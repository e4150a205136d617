# cargo fails, or draws nothing: the graph of before stays
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only cargo; svg
for CARGO in fail nothing; do
	export CARGO; flamegraph-record --profiler cargo -- true 2>err; echo "exit $?"; constant <err; kept
done
