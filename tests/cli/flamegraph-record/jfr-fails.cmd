# what is missing, or cannot be recorded
. "$CASES/../../system/record/stand-in.sh"; RECORDING=$FIXTURES/jfr/tiny.jfr; export RECORDING; only java; svg
flamegraph-record --profiler jfr -p $$ 2>&1 | constant; kept
flamegraph-record --profiler jfr -a; flamegraph-record --profiler jfr --call-graph fp -- java
only java jcmd
JCMD=refused flamegraph-record --profiler jfr -p $$ 2>&1 | constant | sed "s/process $$/process PID/"; kept
flamegraph-record --profiler jfr -p $$,1 2>&1 | constant; kept
JVM=old flamegraph-record --profiler jfr -- java 2>&1 | constant; kept
JVM_EXITS=3 flamegraph-record --profiler jfr --fail-on-exit -- java 2>&1 | constant; svg
flamegraph-record --profiler jfr -e alloc,lock -- java 2>&1 | constant; kept
flamegraph-record --profiler jfr -e alloc -- java 2>&1 | constant | sed 's,hotspot-pid-[0-9]*,hotspot-pid,'; kept
