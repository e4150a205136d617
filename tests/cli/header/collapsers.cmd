# needs: xmllint collapse-cpuprofile collapse-pprof gzip
# What each format knows of its counts; without --header it is written where counts are not samples.
facts() # PROGRAM [OPTION] - of all files of the format
{
	for file in "$FIXTURES"/$format/*; do
		case $file in *.jfr) continue ;; esac # recordings have one unless told otherwise
		"$@" "$file" 2>/dev/null | sed -n 's/^# flambeau:\( .*\)/\1/p'
	done | sort -u | tr -d '\n'
}

for format in aix callgrind chrome-tracing cpuprofile dtrace elfutils faulthandler gdb ghcprof go heaptrack ibmjava \
	instruments java-exceptions jemalloc jfr jstack ljp massif offcpu perf-sched pmc pprof pprof-rs \
	sample speedscope stackprof stap strace uftrace vsprof vtune vtune-mc xdebug; do
	echo "$format:$(facts collapse-$format --header)"
	echo "	by default:$(facts collapse-$format)"
	facts collapse-$format --no-header
done
