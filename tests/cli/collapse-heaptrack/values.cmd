for value in peak allocations leaked temporary; do
	echo "== $value"
	collapse-heaptrack --value $value "$FIXTURES/heaptrack/tree.txt"
done
echo '== folded'
collapse-heaptrack "$FIXTURES/heaptrack/tree.folded"
collapse-heaptrack --value most "$FIXTURES/heaptrack/tree.txt"
