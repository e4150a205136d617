# with threads of one and of two numbers
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --pid"
	$tool --pid <"$CASES/opt-pid.in"
done
