cp "$FIXTURES/gdb/threads.txt" . && flamegraph-view threads.txt
