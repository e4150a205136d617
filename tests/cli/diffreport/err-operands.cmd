printf 'main;a 1\n' >a
diffreport; echo "exit $?"; diffreport a; echo "exit $?"; diffreport a a a; echo "exit $?"
diffreport --before a --after a a; echo "exit $?"; diffreport - - </dev/null; echo "exit $?"
