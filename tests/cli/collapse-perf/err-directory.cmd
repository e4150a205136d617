mkdir dir
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool dir
	echo "$tool: exit $?"
	$tool <dir
	echo "$tool: exit $?"
done
