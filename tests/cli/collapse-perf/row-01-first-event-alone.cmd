# by default just the first event, for its cycles are in cycles:u a second time
for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool"
	$tool <"$CASES/row-01-first-event-alone.in" 2>/dev/null
done
