echo "a 1" | flamegraph | grep -o '"fluid":.*'
echo "a 1" | flamegraph --width 1200 | grep -o '"fluid":.*'
