# no physical frame at all: the last inlined one counts as such
for option in '' --all --inlined; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-3-ii.in"
done
