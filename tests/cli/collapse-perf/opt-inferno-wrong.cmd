# no prefixes, no capitals, nothing twice, no value that looks like an option: exit 2
for option in --pi --PID -pid --nosuch --inline --srcline --simplify=none --comm=demo -j4 -o=out \
	'--pid --pid' '-n 1 -n 2' '-n 1 --nthreads 2' '--event-filter a --event-filter b' '-q -q' \
	'--event-filter -x' --event-filter '-n x' '-n -1' --pid=1; do
	echo "# inferno-collapse-perf $option"
	inferno-collapse-perf $option </dev/null 2>&1
	echo "exit $?"
done
