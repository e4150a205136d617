# --duration ends a process's recording and a command, which has not failed then
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf; PERF_SLEEPS=30; export PERF_SLEEPS
flamegraph-record --duration 1 -p 1 2>&1 | constant
flamegraph-record --duration 1 --fail-on-exit -- sleep 30 2>&1 | constant; ls
