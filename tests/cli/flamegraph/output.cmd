echo "a 1" | flamegraph -o out.svg
echo "a 1" | flamegraph | cmp - out.svg
ls
