for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --kernel"
	$tool --kernel <"$CASES/row-24-module-like-unknown.in"
done
