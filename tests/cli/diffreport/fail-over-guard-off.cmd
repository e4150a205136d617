# nobody knows the noise: all growth counts
printf 'main;a 300000007\nmain;b 700000000\n' >before
printf 'main;a 310000000\nmain;b 690000013\n' >after
diffreport --fail-over 0.9 before after; echo "exit $?"
