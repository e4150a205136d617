echo "a 1" | flamegraph --bgcolors '#12345'
