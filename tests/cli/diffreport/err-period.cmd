# a period that no file can have
printf 'main;a 5\n' >a
diffreport --period 6 a a; echo "exit $?"; diffreport --period 5 a a | head -n 1
