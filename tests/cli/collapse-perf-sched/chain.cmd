collapse-perf-sched --chain -v "$FIXTURES/perf-sched/wakeups.txt"
stackcollapse-perf-sched.awk -v recurse=1 -v record_tid=0 record_wake_stack= "$FIXTURES/perf-sched/wakeups.txt"
