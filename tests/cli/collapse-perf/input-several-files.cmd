# each is complete without a newline at its end; the script takes them for one text
printf 'one 100/101 [000] 1.5: 3 cycles:\n\t40118a f (/tmp/demo)' >a
printf 'two 200/201 [000] 1.6: 5 cycles:\n\t40118b g (/tmp/demo)\n\n' >b
for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool"
	$tool a b
	$tool a - <b
	$tool b a
done
