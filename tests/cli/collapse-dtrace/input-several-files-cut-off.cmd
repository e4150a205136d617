# a stack does not go on in the next file, except for the script
printf '  u`a\n    3\n  u`b\n' >a
printf '  u`c\n    4\n' >b
printf '    5\n  u`d\n    6\n' >c
for tool in 'collapse-dtrace -j 1' 'collapse-dtrace -j 3 --chunk-size 4' stackcollapse.pl; do
	echo "# $tool"
	$tool a b c a
	echo "exit $?"
done
