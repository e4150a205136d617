# -q leaves errors and the exit code
printf 'main;a 1\n' >a
diffreport -q --budget 'nosuch=+1' a a >/dev/null; echo "exit $?"
diffreport -q a missing; echo "exit $?"
