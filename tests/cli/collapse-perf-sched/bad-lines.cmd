printf '%s\n' 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b' 'a 1 1.5: sched:sched_stat_sleep: comm=a pid=x delay=5 [ns]' 'a 1 1.5: sched:sched_switch: a;x:1 [120] S ==> b:2 [120]' '	ffff f;g (m)' 'a 1 1.4: sched:sched_switch: b:2 [120] S ==> a;x:1 [120]' 'b 1 1.6: sched:sched_switch: a;x:1 [120] S ==> b:2 [120]' '	fff0 0 ([x])' '	fff1' '  dd  1 1.7: cycles:' '	fff0 not_here' 'b 1 1.8: sched:sched_switch: b:2 [120] S ==> a;x:1 [120]' | tee in | collapse-perf-sched
echo "exit $?"
collapse-perf-sched --strict in
