printf 'what is this?\nno idea\n' >in
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool in
	echo "$tool: exit $?"
done
