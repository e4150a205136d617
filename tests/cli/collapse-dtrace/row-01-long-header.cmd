# the header ends with the first blank line; the script knows three lines
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/row-01-long-header.in"
done
