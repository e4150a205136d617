# the script takes one line a function, whatever it is
for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool --srcline --kernel"
	$tool --srcline --kernel <"$CASES/opt-srcline-missing.in"
done
