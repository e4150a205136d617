# needs: gzip
# as a file, on standard input, of several members, and beside a plain one
gzip -c "$CASES/opt-pid.in" >in.gz
cat in.gz in.gz >twice.gz
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool in.gz
	$tool <in.gz
	cat in.gz | $tool
	$tool twice.gz
done
collapse-perf in.gz "$CASES/opt-pid.in" twice.gz
