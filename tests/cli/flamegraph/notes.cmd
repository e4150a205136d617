echo "a 1" | flamegraph --notes 'made by <us> -- at noon -' | grep -o '<!--.*'
