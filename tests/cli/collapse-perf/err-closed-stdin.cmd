for tool in collapse-perf inferno-collapse-perf; do
	$tool <&-
	echo "$tool: exit $?"
done
