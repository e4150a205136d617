# what dtrace is called with, word by word; the words of the command are quoted
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only dtrace
printf '#!/bin/sh\nprintf "[%%s]" "$@"; echo\n' >'a "b'; chmod +x 'a "b'
flamegraph-record --profiler dtrace -- './a "b' one 'two  three' "it's" '' '$x;y' 2>&1 | constant; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
grep -o '<title>[^<]*' flamegraph.svg; rm argv
flamegraph-record -q --profiler dtrace -F 49 -p 1; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv; rm argv
flamegraph-record -q --profiler dtrace -a; sed 's,[^ ]*/flamegraph-record\.[A-Za-z0-9]*/,WORK/,' argv
