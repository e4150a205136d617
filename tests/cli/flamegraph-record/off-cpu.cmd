# --off-cpu is record-stacks', without a rate; the colours are blue unless others are asked for; other profilers lack it
. "$CASES/../../record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; ARGV=$PWD/argv; export ARGV; only perf; EVENTS=works; export EVENTS
words() { tr '\n' ' ' <argv | sed 's/ -o [^ ]*//g'; echo; rm argv; }
flamegraph-record -q --off-cpu -- true; words
flamegraph-record -q --off-cpu=all --call-graph fp -- true; words
flamegraph-record -q --off-cpu preempted -- true; words; cp flamegraph.svg default.svg
flamegraph-record -q --off-cpu preempted --colors blue -- true; cmp flamegraph.svg default.svg; flamegraph-record -q --off-cpu preempted --colors hot -- true; cmp -s flamegraph.svg default.svg || echo other colours
for profiler in perf dtrace sampler cargo jfr; do flamegraph-record --profiler $profiler --off-cpu -- true; done
flamegraph-record --off-cpu -F 9 -- true; flamegraph-record --off-cpu -e cycles -- true; flamegraph-record --off-cpu --perfdata x; flamegraph-record --off-cpu=no -- true
