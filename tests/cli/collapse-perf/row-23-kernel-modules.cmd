for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --kernel"
	$tool --kernel <"$CASES/row-23-kernel-modules.in"
done
