# --call-graph dwarf,SIZE, as is advised where copies of stacks were too short
. "$CASES/../../record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
for profiler in events perf; do flamegraph-record -q --profiler $profiler --call-graph dwarf,32768 -- true; tr '\n' ' ' <argv | grep -c -e '--call-graph dwarf,32768 '; rm argv; done
for how in dwarf,0 dwarf,65529 dwarf,x dwarf, fp,8 lbr,8 ''; do flamegraph-record --call-graph "$how" -- true; done
