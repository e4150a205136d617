# needs: gcc nm addr2line
# addresses as perf 6 prints them, relative to the file, and as perf 7 does
. "$CASES/inline-own.sh"
for base in 0 0x55d61e2f3000; do
	for options in "" --inlined --all --context "--context --all" "--skip-after outer"; do
		sample $base | collapse-perf --inline $options
	done
done
