# a program, say: its control characters do not reach the terminal
printf '\177ELF\002\001\001\000\000\000\n\000>\000\001\033[2J\001\n\n\001\002' >in
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	$tool in 2>message
	echo "$tool: exit $?"
	tr -d '\n -~' <message | wc -c
	tail -n 1 message
done
