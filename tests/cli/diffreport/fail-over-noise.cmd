# growth that may be noise is none
printf 'main;a 30\nmain;b 70\n' >before
printf 'main;a 35\nmain;b 65\n' >after
diffreport --fail-over 1 before after; echo "exit $?"
diffreport --fail-over 1 --alpha 1 before after >/dev/null; echo "exit $?"
