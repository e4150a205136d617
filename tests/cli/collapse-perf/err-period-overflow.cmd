for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	printf 'demo 100/101 [000] 1.5: 18446744073709551616 cycles:\n\t40118a f (/tmp/demo)\n\n' |
		$tool
	echo "$tool: exit $?"
done
