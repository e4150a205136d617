# --kernel, --jit, --inlined, and --all of them
for option in '' --kernel --jit --inlined --all '--kernel --jit'; do
	echo "# collapse-perf $option"
	collapse-perf $option <"$CASES/opt-marks.in"
done
for tool in stackcollapse-perf.pl inferno-collapse-perf; do
	for option in '' --kernel --jit --all; do
		echo "# $tool $option"
		$tool $option <"$CASES/opt-marks.in"
	done
done
