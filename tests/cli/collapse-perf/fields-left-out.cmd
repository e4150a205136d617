# lists of fields without thread, comm, event, period or time: what they leave out is missing, and nothing else
awk '/^== / { file = sprintf("%03d", ++n); name = substr($0, 4); print name > (file ".name"); next }
	{ print > (file ".txt") }' "$CASES/fields-left-out.in"
for text in *.txt; do
	printf '%s: ' "$(cat "${text%.txt}.name")"
	collapse-perf --no-header "$text" 2>&1 | grep -v 'no call chains: record with' | tr '\n' ' '
	echo
done
