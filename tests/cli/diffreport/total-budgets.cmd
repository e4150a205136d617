# limits for the total, and for what a recording has of a function: percent, times, sizes
folded() { printf '# flambeau: unit=%s\nprog;main;a %s\nprog;main;b %s\n' "$@"; }
try() { diffreport -f brief "$@" before after >out 2>err; echo "exit $?: $(head -n 1 out)"; cat err; }
folded ns 600000000 400000000 >before
folded ns 630000000 420000000 >after
echo == at the limit, and beyond
for limit in 5% 5 +5% 4.999% 50ms 49.999ms 0.05s; do echo "$limit: $(try --fail-over-total $limit)"; done
for limit in 50ms 49ms 20ms; do echo "$limit: $(try --fail-over $limit)"; done
for limit in 30ms 29ms; do echo "$limit: $(try --budget "^a$=+$limit")"; done
echo == both kinds, and all of them
try --fail-over 2% --fail-over-total 5%
try --fail-over 2% --fail-over-total 4%
try --fail-over 20ms --fail-over-total 5%
diffreport --fail-over 2% --fail-over 20ms --fail-over-total 4% --fail-over-total 60ms --budget 'a=+2' --budget 'b=+1ms' before after | sed -n '/^No/,/^$/p'
diffreport -f json --fail-over 2% --fail-over 20ms --fail-over-total 4% --fail-over-total 60ms --budget 'a=+2' --budget 'b=+1ms' before after | sed -n '/^"budget/,/\]}/p'
echo == a shrinking program
diffreport -f brief --fail-over 1ms --fail-over-total 0 after before; echo "exit $?"
echo == sizes
folded bytes 1048576 1048576 >before; folded bytes 2097152 1048577 >after
for limit in 1M 1MiB 1048577bytes 1G; do echo "$limit: $(try --fail-over-total $limit)"; done
try --fail-over 50ms
folded samples 100 100 >before; cp before after; try --fail-over 50ms; try --budget 'a=+2MiB'
grep -v '^#' after >plain; diffreport --fail-over 50ms plain plain
echo == wrong
for option in --fail-over=5x --fail-over=101 --fail-over=ms --fail-over-total=-1 --fail-over-total=1000001 --budget=a=+5m; do
	diffreport $option before after; echo "exit $?"
done
