for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/row-31-event-line-in-a-sample.in"
done
