for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/row-38-padded-event.in"
done
