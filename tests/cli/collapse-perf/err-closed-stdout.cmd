for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool "$CASES/opt-pid.in" >&-
	echo "$tool: exit $?"
done
