printf '%s\n' 'main;a 1' broken 'main;b 2' | flamegraph-view
