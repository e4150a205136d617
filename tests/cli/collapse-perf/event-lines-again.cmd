# an event line that came before, but for its numbers, is read as it was the first time
while IFS= read -r line; do
	printf '%s\n\t%16x main+0x1 (/bin/a)\n\n' "$line" 4198400
done >in <<'END'
server  4100 [014]  1246.685876:    1 cpu-clock: 
server 4100/4101 [014]  1246.685876:    2 cpu-clock: 
io worker 2    12 [000]  1.5:    3 cpu-clock: 
compact:1     7 [003]  1.5:    4 cpu-clock:
pool (a) #3   7 [003] 1.5: 5 cpu-clock: 
[kworker]     7 [003]  1.5:    6 cpu-clock: 
a [0     7 [003]  1.5:    7 cpu-clock: 
a 1.5: b     7 [003]  1.5:    8 cpu-clock: 
x 12 [3] 4.5: 7 cycles:  9 [003]  1.5:    9 cpu-clock: 
swapper     0 [003]  1.5: cpu-clock: 
swapper     0 [003]  1.5:    1844674407 cpu-clock: 
swapper     0 [1a]  1.5:    10 cpu-clock: 
swapper     0 []  1.5:    11 cpu-clock: 
swapper     0 [003]  1.:    12 cpu-clock: 
swapper     0 [003]     13 cpu-clock: 
swapper	0 [003]	1.5:	14	cpu-clock: 
swapper    -1 [003]  1.5:    15 cpu-clock: 
swapper     0 [003]  1.5:    16 cpu-clock: text
server  4100 [014]  1246.685876:    17 cycles: 
server  4100 [014]  1246.685876:    18 cycles: with text: 19 cpu-clock: 
END
collapse-perf --tid --event-filter=cpu-clock --event-filter=cycles in | tee once
cat in in in | collapse-perf --tid --event-filter=cpu-clock --event-filter=cycles |
	awk '{ count = $NF / 3; sub(/[0-9]+$/, count); print }' CONVFMT=%d | cmp - once
