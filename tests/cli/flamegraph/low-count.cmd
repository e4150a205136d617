# Said only if asked.
echo "a 5" | flamegraph >svg
echo "a 5" | flamegraph -v >svg
echo "a 5" | flamegraph -v --countname bytes >svg
