# an event that is not there: cpu-clock instead, said; the command runs once
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; PERF=unsupported; ARGV=$PWD/argv; export PERF ARGV; only perf
flamegraph-record --call-graph fp -- sh -c 'echo run >>runs' 2>&1 | constant; cat runs; rm runs
flamegraph-record -e cycles:u -e branches --call-graph lbr -- sh -c 'echo run >>runs' 2>&1 | constant; cat runs
sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv | grep -v echo
