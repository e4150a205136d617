# --live without the event: a clock is recorded, after a message, unless the profiler was asked for
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=unsupported; export EVENTS
flamegraph-record --live -e cycles -- true 2>&1 | grep -o -e 'event .* instead'; tr '\n' ' ' <argv; echo; rm argv
flamegraph-record --live --profiler events -e cycles -- true 2>&1 | constant
