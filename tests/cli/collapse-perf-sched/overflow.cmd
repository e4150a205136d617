for i in 1 2; do
	printf '%s\n' 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b:2 [120]' '	ffff f (m)' '' 'b 2 1.8: sched:sched_stat_sleep: comm=a pid=1 delay=18446744073709551615 [ns]' ''
done | collapse-perf-sched
