collapse-perf-sched --record-tid "$FIXTURES/perf-sched/wakeups.txt"
stackcollapse-perf-sched.awk -v record_tid=1 "$FIXTURES/perf-sched/wakeups.txt"
