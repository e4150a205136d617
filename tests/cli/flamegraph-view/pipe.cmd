printf '%s\n' 'main;a 1' 'main;b 2' | flamegraph-view
