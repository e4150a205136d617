# what is wrong comes first, and what perf says about it at length with -v only
. "$CASES/../../system/record/stand-in.sh"; only perf; PERF=refused; export PERF
flamegraph-record --profiler perf -- echo run 2>&1 | constant; echo; flamegraph-record -v --profiler perf -- echo run 2>&1 | constant
echo; FLAMESAMPLE_LIB=/nowhere flamegraph-record -v -- echo run 2>&1 | constant
