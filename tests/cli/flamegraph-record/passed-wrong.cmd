# what the others do not take is said before anything is recorded
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
try() { flamegraph-record "$@" -- echo run 2>err; echo "exit $?"; constant <err; }
try --colors beige; try --minwidth x; try --comm '('; try --nthreads 0; try --width
ls
