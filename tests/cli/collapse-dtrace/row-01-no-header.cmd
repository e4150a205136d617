# a count before the first blank line: no header
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/row-01-no-header.in"
done
