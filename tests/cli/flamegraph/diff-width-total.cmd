# The total is that of the widths.
printf 'a 40 10\nb 20 10\n' >in
for width in after before both; do
	flamegraph --diff-width $width --total 100 in | grep -o '<title>[^<]*\|total_samples="[0-9]*"'
done
