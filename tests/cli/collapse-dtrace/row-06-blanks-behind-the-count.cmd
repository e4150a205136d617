for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/row-06-blanks-behind-the-count.in"
	echo "exit $?"
done
