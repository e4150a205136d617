for option in --s --a --in --c; do
	collapse-perf $option </dev/null
	echo "exit $?"
done
stackcollapse-perf.pl --a </dev/null 2>message
echo "exit $?"
sed '1!d; s/;.*//' message
inferno-collapse-perf --a </dev/null
echo "exit $?"
