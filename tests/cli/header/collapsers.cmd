# needs: xmllint
# What each format knows of its counts; without --header nothing is written.
for format in callgrind chrome-tracing cpuprofile go heaptrack instruments jemalloc jfr massif \
	offcpu perf-sched pprof speedscope strace uftrace vtune vtune-mc xdebug; do
	printf '%s:' $format
	for file in "$FIXTURES"/$format/*; do
		collapse-$format --header "$file" 2>/dev/null | sed -n 's/^# flambeau:\( .*\)/\1/p'
		collapse-$format "$file" 2>/dev/null | grep '^# flambeau'
	done | sort -u | tr -d '\n'
	echo
done
