# the name as perf printed it
show()
{
	echo "# $*"
	"$@" <"$CASES/opt-selection.in"
}

show collapse-perf --comm worker
show collapse-perf --comm '^my worker 2$'
show collapse-perf '--comm=^(demo|my)' --tid
show collapse-perf -v --comm demo
