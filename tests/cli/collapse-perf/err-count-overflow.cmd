# two samples reach beyond 2^64-1, on one thread or several
for tool in 'collapse-perf -j 1' 'collapse-perf -j 2 --chunk-size 10' stackcollapse-perf.pl \
	inferno-collapse-perf; do
	$tool <"$CASES/err-count-overflow.in"
	echo "$tool: exit $?"
done
