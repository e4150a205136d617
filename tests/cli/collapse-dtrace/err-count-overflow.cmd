# one count, or two of a stack, beyond 2^64-1
printf '\n  u`a\n    3\n\n  u`b\n    18446744073709551616\n' >one
printf '\n  u`a\n    18446744073709551615\n\n  u`a\n    1\n' >two
for tool in 'collapse-dtrace -j 1' 'collapse-dtrace -j 2 --chunk-size 10' inferno-collapse-dtrace; do
	for file in one two; do
		$tool $file
		echo "$tool: exit $?"
	done
done
for file in one two; do
	{ echo; echo; cat $file; } | stackcollapse.pl
	echo "stackcollapse.pl: exit $?"
done
