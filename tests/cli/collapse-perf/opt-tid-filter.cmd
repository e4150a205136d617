show()
{
	echo "# $*"
	"$@" <"$CASES/opt-selection.in"
}

show collapse-perf --tid-filter 100
show collapse-perf --tid-filter 201 --tid-filter=102
