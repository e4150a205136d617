for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool"
	$tool <"$CASES/row-27-leading-blank-line.in"
done
