# options behind files, `--`, the last one wins, case matters
cp "$CASES/opt-pid.in" ./--pid
cp "$CASES/opt-pid.in" in
show()
{
	echo "# $*"
	"$@" 2>&1
}

show collapse-perf in --pid
show collapse-perf --tid -- --pid
show collapse-perf --simplify nothing --simplify none in
show collapse-perf --simplify none --simplify templates in
show collapse-perf --time 1,2 --time ,1.55 in
show collapse-perf --PID in
show collapse-perf --pid=yes in
show collapse-perf --comm -d in
show collapse-perf - <in
show collapse-perf in - in <in
