# from the first sample, even one that is not selected
show()
{
	echo "# $*"
	"$@" <"$CASES/opt-selection.in"
}

show collapse-perf --time +0.9,+2.1
show collapse-perf --time +1.5,
show collapse-perf --time 11,+1.5
show collapse-perf --time +1.5, --cpu 1
