# stacks that came before: alone, below another line, with a line instead of a count, with a count that does not fit
again() {
	i=0
	while [ $i -lt 40 ]; do
		printf '\n  u`leaf+0x1\n\n  u`root\n  %d\n\n              u`a+0x1\n              u`b->c+0x2\n    %d\n' $i $i
		i=$((i + 1))
	done
}
{
	printf 'header\n\n'
	again
	printf '\n  u`top\n\n              u`a+0x1\n              u`b->c+0x2\n    1000\n'
	printf '\n              u`a+0x1\n              u`b->c+0x2\n   u`under\n\n   2000\n'
	again
	printf '\n    7\n\n              u`a+0x1\n              u`b->c+0x2'
} >good
{ cat good; printf '\n    18446744073709551616\n'; again; } >huge
for file in good huge; do
	for options in '-j 1' '-j 1 --includeoffset' '-j 2 --chunk-size 1000'; do
		collapse-dtrace $options --stats $file 2>&1 | sed 's/ stacks, .*/ stacks/'
	done
	inferno-collapse-dtrace $file 2>&1
	{ echo; cat $file; } | stackcollapse.pl 2>&1
done
