# needs: python3
# few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same
for kind in inlined distinct; do
	echo "== $kind"
	python3 -B "$CASES/../../laws/worst.py" pprof $kind 400000 >in
	collapse-pprof in 2>err >out
	wc -lc <out | sed 's/^ *//'
	tail -n 1 err
	cat in | collapse-pprof 2>/dev/null | cmp - out
	collapse-pprof --strict in 2>&1 >/dev/null | tail -n 1
done
