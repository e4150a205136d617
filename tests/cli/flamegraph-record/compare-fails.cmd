# one that cannot be recorded: no graph is changed
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; echo 'the one before' >before.svg
flamegraph-record compare -- true -- ./nowhere 2>err; echo "exit $?"; constant <err; cat before.svg; ls | sed 's/record\..*/record.XXXXXX/'
flamegraph-record -q compare --fail-on-exit -- sh -c 'exit 3' -- true; echo "exit $?"; ls *.svg
