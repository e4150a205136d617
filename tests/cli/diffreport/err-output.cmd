# a report that cannot be written
printf 'main;a 5\n' >a
diffreport -o nowhere/report a a; echo "exit $?"
diffreport a a >/dev/full; echo "exit $?"
