# none, `-`, a file and a pipe are the same
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/opt-pid.in"
	cat "$CASES/opt-pid.in" | $tool
	$tool "$CASES/opt-pid.in"
done
collapse-perf - <"$CASES/opt-pid.in"
stackcollapse-perf.pl - <"$CASES/opt-pid.in"
