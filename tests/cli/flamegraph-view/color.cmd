printf 'a;b 1\n' | flamegraph-view --color 256
