# the physical frame was printed before and after what is inlined in it
for option in '' --all --inlined; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-3-PiP.in"
done
