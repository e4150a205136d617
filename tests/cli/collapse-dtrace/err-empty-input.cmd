: >empty
for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
	$tool empty
	echo "$tool: exit $?"
	$tool </dev/null
	echo "$tool: exit $?"
done
