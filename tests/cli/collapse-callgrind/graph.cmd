# costs by the proportions of each function; the sum is the total; names with callers, lambdas
collapse-callgrind "$FIXTURES/callgrind/hand.out"
echo '== another event'
collapse-callgrind --event Bc "$FIXTURES/callgrind/hand.out"
