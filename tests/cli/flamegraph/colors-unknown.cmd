echo "a 1" | flamegraph --colors nosuch
