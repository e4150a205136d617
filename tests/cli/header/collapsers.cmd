# needs: xmllint collapse-cpuprofile collapse-pprof gzip
# What each format knows of its counts; without --header nothing is written.
for format in aix callgrind chrome-tracing cpuprofile elfutils faulthandler gdb go heaptrack ibmjava \
	instruments java-exceptions jemalloc jfr jstack ljp massif offcpu perf-sched pmc pprof pprof-rs \
	sample speedscope stackprof strace uftrace vtune vtune-mc xdebug; do
	printf '%s:' $format
	for file in "$FIXTURES"/$format/*; do
		case $file in *.jfr) continue ;; esac # recordings have one unless told otherwise
		collapse-$format --header "$file" 2>/dev/null | sed -n 's/^# flambeau:\( .*\)/\1/p'
		collapse-$format "$file" 2>/dev/null | grep '^# flambeau'
	done | sort -u | tr -d '\n'
	echo
done
