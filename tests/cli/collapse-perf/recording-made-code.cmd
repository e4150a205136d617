# needs: python3
# stacks through code that a compiler made, by the unwinding information of its dump, whatever place it was written for
python3 "$CASES/../../system/recordings/stacks.py" .
for arch in x86_64 i386 aarch64 aarch64_be arm riscv64; do
	echo "== $arch"
	collapse-perf --no-header --symfs $arch made-$arch.data 2>&1
done
echo "== replaced while it was recorded"
collapse-perf --no-header --symfs again made-again.data 2>&1
echo "== cut dumps"
size=$(wc -c <x86_64/tmp/jit-7.dump)
cp x86_64/tmp/jit-7.dump dump
while [ "$size" -gt 8 ]; do
	size=$((size - 7))
	head -c "$size" dump >x86_64/tmp/jit-7.dump
	collapse-perf --no-header --symfs x86_64 made-x86_64.data 2>/dev/null || echo "$size: exit $?"
done | sort | uniq -c | sed 's/^ *//'
echo "== a stream that was kept, which has ended; one that may still be recorded"
rm -rf here && mkdir here && python3 "$CASES/../../system/recordings/stacks.py" here
collapse-perf --no-header --trust-files here/made-here.data 2>&1
cat here/made-here.data | collapse-perf --no-header --trust-files 2>&1
echo "== processes that make code"
collapse-perf --code-processes processes here/made-here.data >/dev/null 2>&1; cat processes
