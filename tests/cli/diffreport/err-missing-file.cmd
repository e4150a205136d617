printf 'main;a 1\n' >a
diffreport a missing; echo "exit $?"; diffreport missing a; echo "exit $?"
