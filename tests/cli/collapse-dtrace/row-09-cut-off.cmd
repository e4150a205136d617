# what was complete is printed, and it is said that there was more
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/row-09-cut-off.in"
	echo "exit $?"
done
