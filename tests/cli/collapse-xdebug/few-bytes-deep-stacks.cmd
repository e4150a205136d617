# needs: python3
# few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same
for kind in ladder; do
	echo "== $kind"
	python3 -B "$CASES/../../laws/worst.py" xdebug $kind 400000 >in
	collapse-xdebug in 2>err >out
	wc -lc <out | sed 's/^ *//'
	tail -n 1 err
	cat in | collapse-xdebug 2>/dev/null | cmp - out
	collapse-xdebug --strict in 2>&1 >/dev/null | tail -n 1
done
