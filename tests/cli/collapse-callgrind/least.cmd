# less than a share stays where it is
sum() { awk '{ sum += $NF } END { print sum, NR }'; }
for least in 0 1 30 100; do
	collapse-callgrind --no-header --least $least "$FIXTURES/callgrind/tree.out" | sum
done
collapse-callgrind --least 101 "$FIXTURES/callgrind/tree.out"
