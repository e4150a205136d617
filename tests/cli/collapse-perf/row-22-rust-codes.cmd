# codes beyond inferno's table, and names with more than ASCII right before the hash
for tool in collapse-perf inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/row-22-rust-codes.in"
done
