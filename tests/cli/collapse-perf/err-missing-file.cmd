# ours and inferno's end there; the script warns and goes on with the others
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool missing.txt
	echo "$tool: exit $?"
done
for tool in collapse-perf stackcollapse-perf.pl; do
	$tool missing.txt "$CASES/opt-pid.in" gone.txt
	echo "$tool: exit $?"
done
