# one at most; `-` is a name like others; `--` ends the options
cp "$CASES/opt-pid.in" in
cp "$CASES/opt-pid.in" ./--pid
show()
{
	echo "# $*"
	"$@" <in 2>&1
	echo "exit $?"
}

show inferno-collapse-perf
show inferno-collapse-perf -- --pid
show inferno-collapse-perf -
cp in ./-
show inferno-collapse-perf -
show inferno-collapse-perf in in
