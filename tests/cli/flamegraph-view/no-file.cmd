flamegraph-view /nonexistent
