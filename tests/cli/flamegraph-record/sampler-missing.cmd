# the library of the sampler is missing
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only; FLAMESAMPLE_LIB=/nowhere; export FLAMESAMPLE_LIB
flamegraph-record --profiler sampler -- echo run; echo "exit $?"; ls
