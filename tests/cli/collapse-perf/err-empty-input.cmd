: >empty
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool empty
	echo "$tool: exit $?"
	$tool </dev/null
	echo "$tool: exit $?"
done
