# what cargo is called with, word by word; the graph is put in place when it is there
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only cargo; svg
flamegraph-record --profiler cargo -- echo 'two  words' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
cat flamegraph.svg; ls
