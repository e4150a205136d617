# the physical frame comes first: it is moved outermost
for option in '' --all --inlined; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-3-Pi.in"
done
