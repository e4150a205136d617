# needs: python3 xz
# a symbol without a size names no address inside of a function that has one, wherever the symbols are
python3 "$CASES/../../system/recordings/symbols.py" .
for place in symtab dynsym mini debug; do
	collapse-perf --no-header --symfs "$place" labels.data >"$place.folded" || exit
	cmp -s symtab.folded "$place.folded" || { echo "$place:" && cat "$place.folded"; }
done
cat symtab.folded
