# the inlined line names the same function without its types: one frame
for option in '' --all '--inlined --simplify none'; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-3-Pi-duplicate.in"
done
