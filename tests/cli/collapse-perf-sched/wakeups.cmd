collapse-perf-sched "$FIXTURES/perf-sched/wakeups.txt"
