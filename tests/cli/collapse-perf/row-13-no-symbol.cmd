for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/row-13-no-symbol.in"
done
echo "# collapse-perf --addrs"
collapse-perf --addrs <"$CASES/row-13-no-symbol.in"
