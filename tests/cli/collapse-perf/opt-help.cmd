# on standard output, under our name and inferno's
for option in -h --help; do
	collapse-perf $option | sed -n '/^usage/p'
	inferno-collapse-perf $option | sed -n '/^usage/p'
done
collapse-perf --help >help
echo "exit $?"
for name in pid tid kernel jit inlined all addrs simplify inline context srcline event-filter \
	list-events skip-after comm pid-filter tid-filter cpu time threads nthreads strict stats \
	output quiet verbose help version; do
	grep -q -e "--$name\\>" help || echo "$name is missing"
done
