# cut off before the first count: nothing to print
printf 'CPU ID\n\n  u`a\n  u`b\n' >in
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	$tool in
	echo "$tool: exit $?"
done
