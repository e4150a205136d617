echo 'no stacks here' | flamegraph-view
