# what record-stacks is called with, word by word; first in auto; its event that is not there
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
flamegraph-record -- echo one 'two  three' '' '$x;y' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv; rm argv
flamegraph-record --profiler events --call-graph fp -F 99 -e faults -e cycles:u -p 1 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
EVENTS=unsupported; flamegraph-record -e cycles -- echo run 2>&1 | constant; flamegraph-record --profiler events -e cycles -- echo run 2>&1 | constant; ls
