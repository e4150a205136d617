# under our name only
for option in -V --version; do
	collapse-perf $option | sed 's/[0-9.]*$/N/'
	stackcollapse-perf.pl $option </dev/null 2>/dev/null
	echo "exit $?"
	inferno-collapse-perf $option </dev/null 2>/dev/null
	echo "exit $?"
done
