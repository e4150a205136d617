# what was left out is counted; the name of the event is said with -v only
show()
{
	echo "# $*"
	"$@" <"$CASES/row-30-other-events.in"
}

show collapse-perf
show collapse-perf -v
show stackcollapse-perf.pl
show inferno-collapse-perf
