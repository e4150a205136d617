# needs: python3
# stacks of all processors whose copies are unwound; a copy that is too short; code without call frame information
python3 "$CASES/../../system/recordings/stacks.py" .
for arch in x86_64 costly i386 aarch64 aarch64_be arm riscv64; do
	echo "== $arch"
	collapse-perf --no-header --no-inline --symfs $arch $arch.data 2>&1
done
echo "== 127 frames, and those of the kernel"
collapse-perf --no-header --no-inline --symfs x86_64 deep.data >deep
while read -r stack count; do
	echo "$stack" | tr ';' '\n' | sort | uniq -c | sed 's/^ *//'
done <deep
echo "== without a copy or registers; an unknown marker in the kernel's part"
collapse-perf --no-header --no-inline --symfs x86_64 without.data 2>&1
collapse-perf --no-header --no-inline --symfs x86_64 --strict -j 3 without.data 2>&1 | tail -n 1
echo "== strict, as Perl, by threads"
collapse-perf --no-header --symfs x86_64 --strict -j 3 x86_64.data 2>&1 | wc -l
stackcollapse-perf.pl --symfs x86_64 x86_64.data 2>&1 | head -n 3
collapse-perf --symfs x86_64 --list-events x86_64.data
