# one or two dashes, any case, any unambiguous prefix, options behind files
cp "$CASES/opt-pid.in" in
for option in --pid -pid --PID -Pid -p --p -TID -ti -k --add --event=cycles '-EVENT cycles' --e=cycles; do
	echo "# stackcollapse-perf.pl $option"
	stackcollapse-perf.pl in $option
done
