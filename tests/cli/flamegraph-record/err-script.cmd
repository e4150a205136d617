# perf script, which reads traces of processors, fails, is killed, prints nothing: what was recorded is kept, and named
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; svg
for PERF in fail kill empty; do
	export PERF; flamegraph-record --profiler perf --event intel_pt//u -- true 2>err; echo "$PERF: exit $?"; constant <err; kept
done; ls flamegraph-record.*/ | sed "s/record\..*/record.XXXXXX:/"
