for option in '' --all --inlined; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/now-3-Piiiii-duplicate.in"
done
