for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/row-06-comm-of-one-letter.in"
done
