collapse-perf-sched --wake-stacks "$FIXTURES/perf-sched/wakeups.txt"
stackcollapse-perf-sched.awk -v record_wake_stack=1 -v record_tid=1 "$FIXTURES/perf-sched/wakeups.txt"
