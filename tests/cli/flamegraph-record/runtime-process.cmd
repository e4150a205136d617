# needs: native
# a JVM that runs is asked for its names before and after; without jcmd, and by other runtimes, what to do is said
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; EVENTS=works; export EVENTS; only jcmd
for name in java node python3.13; do cp "$tools/collapse-perf" $name; done; mkfifo hold
try() # NAME OPTION... - of a program with this name that waits for input
{
	echo "== $*"; "./$1" <hold & pid=$!; shift; exec 9>hold
	flamegraph-record -p $pid "$@" 2>&1 | grep -v -e ': recorded by' -e ': only 61' -e 'looks like a container' -e 'the graph is' | constant | sed "s/$pid/PID/"
	kill $pid; exec 9>&-
}
try java; constant <argv | sed "s/^$pid\$/PID/" | grep -A 2 -e jcmd -e -o; rm argv
printf '#!/bin/sh\necho "$1:"; echo "java.lang.IllegalArgumentException: Unknown diagnostic command"; exit 1\n' >jcmd; chmod +x jcmd; mv jcmd path/jcmd
try java; rm path/jcmd; try java; try java --no-runtime; try node; try python3.13
