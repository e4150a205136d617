# the exit code and the error stay
for option in -q --quiet; do
	collapse-dtrace $option <"$CASES/row-09-cut-off.in"
	echo "exit $?"
	collapse-dtrace $option <"$CASES/row-11-no-frames.in"
	echo "exit $?"
done
inferno-collapse-dtrace -q <"$CASES/row-09-cut-off.in"
echo "exit $?"
