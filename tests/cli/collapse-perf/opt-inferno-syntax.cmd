# exact long names, clusters, values with or without `=`; options and files mixed
cp "$CASES/opt-pid.in" in
for option in --pid --tid '--kernel --jit' --all --addrs '--event-filter cycles' \
	--event-filter=cycles -n4 '-n 4' -n=4 -vn4 -vv '-v -v' -qv '--skip-after f --skip-after g'; do
	echo "# inferno-collapse-perf $option"
	inferno-collapse-perf $option in 2>/dev/null
done
echo "# inferno-collapse-perf in --tid"
inferno-collapse-perf in --tid
