for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/row-05-arrow-at-the-end.in"
done
