for size in 0 x 1.5G 12Q K 99999999999999999T -1 ''; do
	flamegraph --max-memory "$size" "$FIXTURES/folded/plain.folded"
	echo $? >&2
done
# so much that it limits nothing, not even what a sanitizer maps
flamegraph --max-memory=16384t "$FIXTURES/folded/plain.folded" | tail -n 1
