# 1 is [001]
show()
{
	echo "# $*"
	"$@" <"$CASES/opt-selection.in"
}

show collapse-perf --cpu 1
show collapse-perf --cpu 010 --cpu 0
