printf '# a header\n# and no sample\n\n' >in
for tool in collapse-perf stackcollapse-perf.pl; do
	$tool in
	echo "$tool: exit $?"
done
