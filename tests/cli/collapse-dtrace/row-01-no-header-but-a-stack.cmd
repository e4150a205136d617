# a frame before the first blank line: no header either
for tool in collapse-dtrace inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/row-01-no-header-but-a-stack.in"
done
