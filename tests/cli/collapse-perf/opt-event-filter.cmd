# one: just that event; several: a root frame each
show()
{
	echo "# $*"
	"$@" <"$CASES/opt-event-filter.in"
}

show collapse-perf
show collapse-perf --event-filter instructions
show collapse-perf --event-filter=cache-misses --event-filter=instructions
show stackcollapse-perf.pl --event-filter instructions
show stackcollapse-perf.pl --event-filter=cache-misses --event-filter=instructions
show inferno-collapse-perf --event-filter instructions
