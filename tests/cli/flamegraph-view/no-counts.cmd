echo 'a;b 0' | flamegraph-view
