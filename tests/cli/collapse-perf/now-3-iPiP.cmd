# a physical frame that closes one group does not open the next
for option in '' --all --inlined; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-3-iPiP.in"
done
