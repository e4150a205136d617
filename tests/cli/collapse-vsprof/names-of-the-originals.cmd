for name in stackcollapse-vsprof.pl inferno-collapse-vsprof; do
	$name "$FIXTURES/vsprof/samples.csv" | head -n 1
	$name </dev/null
	echo "exit $?"
done
