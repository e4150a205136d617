echo "a 1" | flamegraph | grep -o '"searchcolor":.*'
echo "a 1" | flamegraph --search-color '#00ff7F' | grep -o '"searchcolor":.*'
echo "a 1" | flamegraph --search-color green
