# to the originals "(inlined)" is a module like others
for tool in stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool --all"
	$tool --all <"$CASES/now-3-PiP.in"
done
