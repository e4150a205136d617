# a name that cannot be written; the input is not to blame
mkdir dir
for name in nodir/out dir; do
	collapse-perf -o $name "$CASES/opt-pid.in"
	echo "exit $?"
done
ls
