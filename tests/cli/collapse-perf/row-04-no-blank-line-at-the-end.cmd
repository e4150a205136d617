for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <<-'END'
	demo 100/101 [000] 1.5: 3 cycles:
	 40118a f (/tmp/demo)

	demo 100/101 [000] 1.6: 5 cycles:
	 40118b g (/tmp/demo)
	END
done
