# one source line belongs to each stack line, if it is there
for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool --srcline"
	$tool --srcline <"$CASES/opt-srcline.in"
done
