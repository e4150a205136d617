# needs: python3
# few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same
for kind in closed ladder; do
	echo "== $kind"
	python3 -B "$CASES/../../laws/worst.py" speedscope $kind 400000 >in
	collapse-speedscope in 2>err >out
	wc -lc <out | sed 's/^ *//'
	tail -n 1 err
	cat in | collapse-speedscope 2>/dev/null | cmp - out
	collapse-speedscope --strict in 2>&1 >/dev/null | tail -n 1
done
