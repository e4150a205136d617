# the root side of 65536 frames is kept
awk 'BEGIN {
	print "demo 100/101 [000] 1.5: 3 cycles:"
	for (i = 70000; i > 0; i--)
		printf "\t40118a f%d (/tmp/demo)\n", i
	print ""
}' | collapse-perf | awk -F ';' '{ print NF, $1, $2, $NF }'
