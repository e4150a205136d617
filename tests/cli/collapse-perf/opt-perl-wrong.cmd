# no help, no short options, nothing of ours: exit 255
for option in -h --help -v -j4 -n4 -o=out --simplify=none --comm=demo --skip-after=f --a --pid=1 \
	--event-filter; do
	echo "# stackcollapse-perf.pl $option"
	stackcollapse-perf.pl $option </dev/null 2>&1 | sed 's/; try.*//' | head -n 1
	stackcollapse-perf.pl $option </dev/null 2>/dev/null
	echo "exit $?"
done
