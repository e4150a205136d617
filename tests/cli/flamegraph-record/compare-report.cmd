# --report: Markdown of what changed
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
flamegraph-record -q compare --report out.md -- true -- true; echo "exit $?"; head -n 1 out.md; grep -c 'Noise guard on: 61 samples before, 61 after' out.md; ls
flamegraph-record --report out.md -- true; echo "exit $?"; flamegraph-record compare --report= -- true -- true; echo "exit $?"
flamegraph-record -q compare --report none/out.md -- true -- true 2>err; echo "exit $?"; head -n 1 err
