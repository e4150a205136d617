# -q leaves errors
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
flamegraph-record -q -- sh -c 'exit 3'; PERF=fail; export PERF
flamegraph-record -q --event intel_pt//u -- true 2>err; constant <err
