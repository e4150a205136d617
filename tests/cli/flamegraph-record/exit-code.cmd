# a command that fails: said, and the graph is made; with --fail-on-exit the code is 1
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
try() { flamegraph-record "$@" 2>err; code=$?; constant <err; return $code; }
try -- sh -c 'exit 3'; echo "exit $?"; ls flamegraph.svg; rm flamegraph.svg
try --fail-on-exit -- sh -c 'exit 3'; echo "exit $?"; ls flamegraph.svg
try --fail-on-exit -- true; echo "exit $?"
