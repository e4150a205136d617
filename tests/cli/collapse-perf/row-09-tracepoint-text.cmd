show()
{
	echo "# $*"
	"$@" <"$CASES/row-09-tracepoint-text.in"
}

show collapse-perf
show collapse-perf --event-filter sched:sched_wakeup
show stackcollapse-perf.pl
