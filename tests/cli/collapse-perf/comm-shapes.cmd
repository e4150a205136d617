# names of processes are any text: with and without threads, times and call chains
names='#io 3|#|# x||  two  blanks|a|7|worker 7|x 12/13|[000]|y [003]|a: b|cycles:|:-1|a;b|5.5:|x 1.250000: y|K|foo U|VM: x|PERF x|kworker/0:1-ev|(a)|é|0x12|->|dead beef|N/A|=>'
IFS='|'
for name in $names; do
	for thread in '  123/124   [001]     5.000001:       1000 cycles: ' '   123     5.000001: cycles: ' ' 12345 ' \
		'  1234 [001]         50 cycles: ' '  1234 [001]     5.000001:         60 '; do
		printf '%s%s\n\t%16x leaf+0x1 (/x)\n\n' "$name" "$thread" 4198400
	done
	printf '%16s  1234 [001]     5.000001:       1000 cycles:  %16x leaf+0x1 (/x)\n' "$name" 4198400
	printf '%16s  1234 [001]        100 cycles:  %16x leaf+0x1 (/x)\n' "$name" 4198400
	printf '%16s  1234 [001]        200  %16x leaf+0x1 (/x)\n' "$name" 4198400
done >in
collapse-perf --no-header --simplify none in 2>&1
