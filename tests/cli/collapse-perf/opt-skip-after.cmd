# a whole symbol as perf printed it; callers and process are left out
show()
{
	echo "# $*"
	"$@" <"$CASES/opt-skip-after.in"
}

for tool in collapse-perf inferno-collapse-perf; do
	show $tool --skip-after mid
	show $tool --skip-after 'mid(int)'
	show $tool --skip-after 'outer->inner'
	show $tool --skip-after 'demo::run' --skip-after=nothing
	show $tool --skip-after leaf --skip-after 'mid(int)'
done
