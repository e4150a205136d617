# a thin graph says why: few samples, no names, no callers
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
SCRIPT=$PWD/script; export SCRIPT
for i in $(seq 200); do printf 'b 1 %d.0: 10 cycles: \n\t1 f (x)\n\n' $i; done >script
flamegraph-record --call-graph fp -- true 2>&1 | constant; flamegraph-record -- true 2>&1 | constant
for i in $(seq 200); do printf 'b 1 %d.0: 10 cycles: \n\t1 [unknown] (/lib/x.so)\n\t2 main (x)\n\t3 a (x)\n\n' $i; done >script
flamegraph-record -- true 2>&1 | constant; head -n 4 script >short; SCRIPT=$PWD/short
flamegraph-record --call-graph fp -- true 2>&1 | constant
