# fields that perf script prints beside a stack change nothing, and nothing is said of them
awk '/^== / { file = sprintf("%03d", ++n); name = substr($0, 4); print name > (file ".name"); next }
	{ print > (file ".txt") }' "$CASES/fields-are-no-frames.in"
for text in *.txt; do
	collapse-perf --no-header --strict "$text" >out 2>err
	status=$?
	case $(cat "${text%.txt}.name") in
	*'no call chain' | branch* | instr* | freq* | write*) wanted='app;leaf 1000' ;;
	*) wanted='app;main;leaf 1000' ;;
	esac
	said=$(grep -v 'no call chains: record with' err)
	[ "$(cat out)" = "$wanted" ] || said="$(cat out); $said"
	printf '%s: %s%s\n' "$(cat "${text%.txt}.name")" "${said:-as without}" \
		"$([ $status -eq 0 ] || echo ", exit $status")"
done
