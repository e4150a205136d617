# a new function has grown from 0
printf 'main;a 1000\n' >before
printf 'main;a 900\nmain;b 100\n' >after
diffreport --fail-over 10 before after >/dev/null; echo "exit $?"
diffreport --fail-over 9 before after; echo "exit $?"
