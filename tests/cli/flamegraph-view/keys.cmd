flamegraph-view --keys
