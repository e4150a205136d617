# the first event of the first file is kept in all of them
cat >a <<'END'
demo 100/101 [000] 1.5: 3 cycles:
 40118a f (/tmp/demo)

END
cat >b <<'END'
demo 100/101 [000] 1.5: 5 instructions:
 40118a f (/tmp/demo)

demo 100/101 [000] 1.6: 7 cycles:
 40118a f (/tmp/demo)

END
for tool in collapse-perf stackcollapse-perf.pl; do
	echo "# $tool"
	$tool a b 2>&1
	$tool b a 2>&1
done
