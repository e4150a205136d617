# needs: gcc nm addr2line strip
# places that are not in the file that is there now: the symbol alone
. "$CASES/inline-own.sh"
echo "another offset in the page"
sample 0x55d61e2f3010 | collapse-perf --inline
echo "another name"
sample 0x55d61e2f3000 | sed 's/outer/inlet/' | collapse-perf --inline
echo "behind the end"
printf 'program 7/7 [000] 1.0: 10 cycles:\n\t%x outer+0x900 (%s)\n\n' \
	$(($(address outer) + 0x900)) "$PWD/program" | collapse-perf --inline
echo "no such file, no file, kernel, map, inlined"
for module in missing . /dev/null '[kernel.kallsyms]' /tmp/perf-1.map inlined; do
	sample 0 "$module"
done | collapse-perf --inline --all
echo "no debugging information"
strip -o stripped program
sample 0 "$PWD/stripped" | collapse-perf --inline
