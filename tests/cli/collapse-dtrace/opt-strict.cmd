# without a fault nothing changes; with one there is no output
collapse-dtrace --strict <"$CASES/row-01-no-header.in"
echo "exit $?"
for case in row-09-cut-off row-11-no-frames; do
	collapse-dtrace --strict <"$CASES/$case.in"
	echo "exit $?"
done
