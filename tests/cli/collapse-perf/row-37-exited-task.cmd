for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool"
	$tool <"$CASES/row-37-exited-task.in"
done
