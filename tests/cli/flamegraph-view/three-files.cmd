flamegraph-view a b c
