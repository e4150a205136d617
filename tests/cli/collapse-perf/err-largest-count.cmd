# 2^64-1 itself is a count
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool <<-'END'
	demo 100/101 [000] 1.5: 18446744073709551610 cycles:
	 40118a f (/tmp/demo)

	demo 100/101 [000] 1.6: 5 cycles:
	 40118a f (/tmp/demo)

	END
done
