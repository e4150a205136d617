# a message, and the usage behind it
for option in -h --nosuch; do
	stackcollapse-perf.pl $option 2>&1 >/dev/null | grep -c 'usage: stackcollapse-perf.pl '
done
