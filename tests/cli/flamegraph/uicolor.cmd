echo "a 1" | flamegraph --uicolor '#102030' | grep -o ' text{fill.*'
echo "a 1" | flamegraph | grep -c ' text{fill'
echo "a 1" | flamegraph --uicolor none
