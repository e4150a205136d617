# an offset or an arrow without a name: no frame to FlameGraph, empty ones to inferno
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/nameless-symbol.in"
done
