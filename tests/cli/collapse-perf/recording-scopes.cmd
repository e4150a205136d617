# needs: python3
# inlined functions without linkage names have their namespaces and classes, in all versions of debugging information; not as others
python3 "$CASES/../../system/recordings/scopes.py" .
collapse-perf --no-header --symfs dwarf5 --inlined scopes.data 2>&1 | tee expected
for kind in dwarf* siblings wide indexed big; do
	collapse-perf --no-header --symfs "$kind" --inlined scopes.data 2>&1 | cmp -s - expected || echo "$kind differs"
done
echo "== as others"
inferno-collapse-perf --symfs dwarf4 scopes.data
