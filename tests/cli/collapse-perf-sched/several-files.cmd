printf '%s\n' 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b:2 [120]' '	ffff f (m)' >1
printf '%s\n' 'b 2 1.8: sched:sched_switch: b:2 [120] S ==> a:1 [120]' >2
cat 1 2 | collapse-perf-sched
collapse-perf-sched 1 2
