echo "a;b 1" | flamegraph --width 620 >svg
grep -o '<svg version.*viewBox="[^"]*"' svg | grep -o 'width.*'
grep -o 'id="frames".*total' svg
