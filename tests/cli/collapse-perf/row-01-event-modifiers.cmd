show()
{
	echo "# $*"
	"$@" <"$CASES/row-01-event-modifiers.in"
}

show collapse-perf
show collapse-perf --event-filter cycles
show collapse-perf --event-filter cycles:k
show stackcollapse-perf.pl
show stackcollapse-perf.pl --event-filter cycles
show inferno-collapse-perf
