for option in '--comm nobody' '--event-filter nothing' '--cpu 7' '--time 50,60'; do
	collapse-perf $option "$CASES/opt-selection.in"
	echo "exit $?"
done
for tool in stackcollapse-perf.pl inferno-collapse-perf; do
	$tool --event-filter nothing "$CASES/opt-selection.in"
	echo "$tool: exit $?"
done
