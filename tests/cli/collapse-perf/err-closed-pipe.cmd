# ends like cat does: by the signal, in silence
awk 'BEGIN { for (i = 0; i < 20000; i++)
	printf "demo %d/%d [000] %d.5: 3 cycles:\n\t40118a f%d (/tmp/demo)\n\t40118b main (/tmp/demo)\n\n", i, i, i, i }' >in
for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	{ $tool in; echo "$tool: $?" >>status; } | true
done
cat status
