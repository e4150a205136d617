# beyond 2^64-1: one count, a stack, the sum of a side, a weighted count
printf 'main;a 18446744073709551616\n' >count; printf 'main;a 18446744073709551615\nmain;a 1\n' >stack
printf 'main;a 18446744073709551615\nmain;b 1\n' >sum; printf 'main;a 18446744073709551615\n' >most
printf 'main;a 1\n' >a
for file in count stack sum; do
	diffreport $file a; echo "exit $?"; diffreport a $file; echo "exit $?"
done
diffreport --before most:2 a; echo "exit $?"; diffreport --before most --before a --after a; echo "exit $?"
diffreport --all most most; echo "exit $?"
