# needs: python3
# few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same
for kind in inlined; do
	echo "== $kind"
	python3 -B "$CASES/../../laws/worst.py" go $kind 400000 >in
	collapse-go in 2>err >out
	wc -lc <out | sed 's/^ *//'
	tail -n 1 err
	cat in | collapse-go 2>/dev/null | cmp - out
	collapse-go --strict in 2>&1 >/dev/null | tail -n 1
done
