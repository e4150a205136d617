echo "a 1" | flamegraph -o no/such/folder.svg
