echo "a 1" | flamegraph --fontsize 0 || echo $?
echo "a 1" | flamegraph --fontsize 1e3 || echo $?
echo "a 1" | flamegraph --fontwidth 0 || echo $?
echo "a 1" | flamegraph --fontwidth 0.0000001
