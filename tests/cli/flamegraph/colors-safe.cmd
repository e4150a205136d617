printf 'main 1\nparse 1\nread 1\nwrite 1\n' | flamegraph --colors safe | grep -o 'fill:rgb([0-9,]*)'
echo "a 1" | inferno-flamegraph --colors safe >/dev/null || echo "unknown to inferno-flamegraph"
