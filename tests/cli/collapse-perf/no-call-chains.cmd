# needs: stackcollapse-perf.pl inferno-collapse-perf
# recorded without -g: the function is on the event line, and that is all there is
try() {
	echo "# $*"
	"$@" 2>&1 >out
	echo "exit $?, $(grep -vc "^#" out) stacks"
}
cp "$FIXTURES/perf/threads-nog.txt" alone
try collapse-perf alone
try collapse-perf -q alone
try collapse-perf --all --tid -j 4 alone
try collapse-perf --event-filter cpu-clock --event-filter cycles alone
try collapse-guess alone
# other events and threads that are left out change nothing
{ cat alone; printf 'b 1 5.0: 10 cycles: \n\t1 f (x)\n\n'; } >other
try collapse-perf other
try collapse-perf --tid-filter 29025 alone
try collapse-perf --tid-filter 1 alone
# one sample with a stack, or without anything, is enough
{ cat alone; printf 'b 1 5.0: 10 cpu-clock: \n\t1 f (x)\n\n'; } >stack
try collapse-perf stack
{ printf 'b 1 5.0: 10 cpu-clock: \n\n'; cat alone; } >nothing
try collapse-perf nothing
printf 'b 1 5.0: 10 cpu-clock: \n\t1 main (x)\n\n' >single
try collapse-perf single
collapse-perf --list-events alone
try stackcollapse-perf.pl alone
try inferno-collapse-perf alone
