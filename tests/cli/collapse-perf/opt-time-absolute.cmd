show()
{
	echo "# $*"
	"$@" <"$CASES/opt-selection.in"
}

show collapse-perf --time 11,13
show collapse-perf --time 11.500001,
show collapse-perf --time=,11.5
