# needs: gzip
awk 'BEGIN { for (i = 0; i < 500; i++)
	printf "demo %d/%d [000] %d.5: 3 cycles:\n\t40118a f%d (/tmp/demo)\n\n", i, i, i, i }' |
	gzip -c >whole.gz
head -c 1000 whole.gz >cut.gz
head -c 5 whole.gz >head.gz
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool cut.gz
	echo "$tool: exit $?"
	$tool head.gz
	echo "$tool: exit $?"
	$tool <cut.gz
	echo "$tool: exit $?"
done
collapse-perf -o out.folded cut.gz
ls
