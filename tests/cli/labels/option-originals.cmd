for tool in stackcollapse-perf.pl inferno-collapse-perf stackcollapse-jstack.pl; do
	$tool --labels tid </dev/null >/dev/null 2>&1 || echo "$tool: no"
done
