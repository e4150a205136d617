# perf script --header
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	$tool <<-'END'
	# ========
	# hostname : demo
	# cmdline : /usr/bin/perf record -g ./demo
	# event : name = cycles, , id = { 1, 2 }
	# ========
	#
	demo 100/101 [000] 1.5: 3 cycles:
	# in between
	 40118a f (/tmp/demo)

	END
done
