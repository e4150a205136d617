for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --jit"
	$tool --jit <"$CASES/row-26-jitted-modules.in"
done
