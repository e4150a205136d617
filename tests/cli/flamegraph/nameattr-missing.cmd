echo "a 1" | flamegraph --nameattr nosuch
