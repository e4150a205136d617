for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
	echo "# $tool"
	awk '{ printf "%s\r\n", $0 }' "$CASES/row-28-crlf.in" | $tool
done
