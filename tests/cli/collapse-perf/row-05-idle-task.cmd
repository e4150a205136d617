for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --tid"
	$tool --tid <"$CASES/row-05-idle-task.in"
done
