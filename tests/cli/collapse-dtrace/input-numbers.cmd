# zeros in front, no samples, the largest count
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	echo "# $tool"
	$tool <"$CASES/input-numbers.in"
done
