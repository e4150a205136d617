# needs: zstd
zstd -q -c "$CASES/opt-pid.in" >in.zst
cat in.zst in.zst >twice.zst
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool in.zst
	$tool <in.zst
	cat in.zst | $tool
	$tool twice.zst
done
collapse-perf in.zst "$CASES/opt-pid.in" twice.zst
