show()
{
	echo "# $*"
	"$@" <"$CASES/opt-selection.in"
}

show collapse-perf --pid-filter 100
show collapse-perf --pid-filter=200
show collapse-perf --pid-filter 100 --pid-filter 200
