for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool "$CASES/opt-pid.in" >/dev/full
	echo "$tool: exit $?"
done
collapse-perf -o /dev/full "$CASES/opt-pid.in"
echo "-o: exit $?"
collapse-perf --help >/dev/full
echo "--help: exit $?"
