# the root side of 65536 frames is kept, in one chunk or many
awk 'BEGIN {
	print ""
	for (i = 70000; i > 0; i--)
		print "  u`f" i
	print "  3"
}' >in
for option in -j1 '-j2 --chunk-size 1000'; do
	collapse-dtrace $option in | awk -F ';' '{ print NF, $1, $2, $NF }'
done
