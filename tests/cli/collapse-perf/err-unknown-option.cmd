for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool --nosuch "$CASES/opt-pid.in" 2>message
	echo "$tool: exit $?"
	sed '1!d; s/;.*//' message
done
