# one L of a class goes, in processes called java only; process names in stacks are no frames
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <"$CASES/input-java.in" 2>/dev/null
done
