echo "main 1500" | flamegraph --countname 'k<B>' >svg
grep -o '<title>[^/]*</title>' svg
grep -o '"countname":.*' svg
