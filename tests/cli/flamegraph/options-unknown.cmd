echo "a 1" | flamegraph --nosuch
