# two dashes: any unambiguous prefix; an exact name wins
for option in --pid --pi --ti --ker --addr '--event cycles' --ev=cycles --list-e --nthr=2; do
	echo "# collapse-perf $option"
	collapse-perf $option "$CASES/opt-pid.in" 2>&1
done
