# each has its header and is complete without a newline; the script takes them for one text
printf 'CPU ID\n  1 x\n\n  u`a\n  u`main\n    3' >a
printf '  u`b\n  u`main\n    4\n' >b
for tool in collapse-dtrace stackcollapse.pl; do
	echo "# $tool"
	$tool a b
	$tool b - <a
done
echo "# inferno-collapse-dtrace"
inferno-collapse-dtrace a b
echo "exit $?"
