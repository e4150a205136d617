flamegraph-view -q "$FIXTURES/gdb/threads.txt"
