# a value may start with a dash; the last one wins; `--` ends the options; `-` is stdin
cp "$CASES/opt-pid.in" in
cp "$CASES/opt-pid.in" ./-p
show()
{
	echo "# $*"
	"$@"
	echo "exit $?"
}

show stackcollapse-perf.pl --event-filter -p in
show stackcollapse-perf.pl --event-filter nothing --event-filter cycles in
show stackcollapse-perf.pl -- -p
show stackcollapse-perf.pl -t - <in
