echo "a 1" | flamegraph --width abc || echo $?
echo "a 1" | flamegraph --width 20
