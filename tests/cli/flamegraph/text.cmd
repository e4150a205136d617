collapse-perf -q "$FIXTURES/perf/cxx-fp.txt" | flamegraph --text
flamegraph --text "$FIXTURES/folded/plain.folded"
flamegraph --text --columns 132 -o out.txt "$FIXTURES/flamegraph/wakeups.folded"
cat out.txt
