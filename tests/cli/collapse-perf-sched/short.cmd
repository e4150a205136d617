for delay in 600 500 999; do
	printf '%s\n' "a 1 1.5: sched:sched_switch: a:1 [120] S ==> b:2 [120]" "	ffff f$delay (m)" '' "b 2 1.8: sched:sched_stat_sleep: comm=a pid=1 delay=$delay [ns]" ''
done >in
collapse-perf-sched in
collapse-perf-sched in in
