# wins over --pid
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --tid --pid"
	$tool --tid --pid <"$CASES/opt-pid.in"
done
