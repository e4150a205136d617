# one dash: an exact long name, else a cluster of letters
for option in -pid -tid '-simplify none' -simplify=none '-event-filter cycles' -qv -qj4 '-vqj 4' \
	-j4 -ker -PID; do
	echo "# collapse-perf $option"
	collapse-perf $option "$CASES/opt-pid.in" 2>&1
	echo "exit $?"
done
