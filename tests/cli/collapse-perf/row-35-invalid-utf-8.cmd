# 0xff is the byte
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	printf 'co\377mm 100/101 [000] 1.5: 3 cycles:\n\t40118a sym\377bol (/tmp/demo)\n\n' |
		$tool | LC_ALL=C sed "s/$(printf '\377')/<0xff>/g"
done
