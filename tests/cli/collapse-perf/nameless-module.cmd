for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/nameless-module.in"
	echo "# $tool --all --addrs"
	$tool --all --addrs <"$CASES/nameless-module.in"
done
