for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	for option in '' --addrs; do
		echo "# $tool $option"
		$tool $option <"$CASES/opt-addrs.in"
	done
done
