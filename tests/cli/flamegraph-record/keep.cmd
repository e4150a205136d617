# what was recorded stays beside the graph
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf dtrace
flamegraph-record --keep --label a -- true 2>&1 | constant; cmp "$SCRIPT" flamegraph-a.perf.data
flamegraph-record --keep -o d.svg --profiler dtrace -- true 2>&1 | constant; ls
mkdir kept; flamegraph-record --keep=kept/mine -- true 2>&1 | constant; cmp "$SCRIPT" kept/mine
flamegraph-record --keep mine.data -- true; echo "exit $?"; flamegraph-record --keep=nowhere/mine -q -- true 2>err; echo "exit $?"; constant <err; rm err
flamegraph-record --keep=x compare -- true -- true; echo "exit $?"; rm -r flamegraph-record.*; ls
