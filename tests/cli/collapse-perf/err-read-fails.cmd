# a file that opens and cannot be read; C libraries have different words for it
test -e /proc/self/mem || exit 0
for tool in collapse-perf inferno-collapse-perf; do
	$tool /proc/self/mem 2>err
	test $? -eq 1 || echo "$tool: not 1"
	sed 's|: I/O error$|: Input/output error|' err >&2
done
