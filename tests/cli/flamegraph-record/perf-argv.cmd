# what perf is called with, word by word
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf
flamegraph-record --profiler perf -- echo one 'two  three' '' '$x;y' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
grep -c '^<svg' flamegraph.svg; ls
