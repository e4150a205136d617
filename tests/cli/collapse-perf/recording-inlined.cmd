# needs: python3 gzip zstd libstdc++
# functions inlined at addresses of a recording: all versions and forms of debugging information say the same, damaged ones nothing
python3 "$CASES/../../system/recordings/inlines.py" .
fold() # KIND [OPTION...]
{
	kind=$1
	shift
	collapse-perf --no-header --symfs "$kind" "$@" demo.data 2>&1
}
fold dwarf4 --inlined --simplify none >expected
cat expected
for kind in *; do
	case $kind in
	bad-* | *.data | expected | jit | processor) continue ;;
	esac
	fold "$kind" --inlined --simplify none | cmp -s - expected || echo "$kind differs"
done
echo "== damaged"
fold dwarf4 --no-inline >without
for kind in bad-*; do
	fold "$kind" | cmp -s - without || { echo "$kind:" && fold "$kind"; }
done
echo "== options"
fold dwarf5 --all
fold dwarf5 --skip-after middle
fold dwarf5 --skip-after main --inline
cat without
echo "== as others"
stackcollapse-perf.pl --symfs dwarf4 --all demo.data
inferno-collapse-perf --symfs dwarf4 --all demo.data
echo "== the same of text, with lines"
for kind in dwarf2 dwarf3 dwarf4 dwarf5 wide5 indexed big5 zlib; do
	{
		echo 'demo 7/7 [000] 1.0: 10 cycles:'
		printf '\t1014 main+0x14 (%s)\n\n' "$PWD/$kind/opt/demo"
		echo 'demo 7/7 [000] 1.0: 10 cycles:'
		printf '\t1120 work+0x20 (%s)\n\n' "$PWD/$kind/opt/demo"
	} | collapse-perf --no-header --inline --context
done | sort | uniq -c | sed 's/^ *//'
