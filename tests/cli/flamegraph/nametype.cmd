echo "a 1" | flamegraph --nametype 'Block:' | grep -o '"nametype":.*'
