collapse-perf-sched "$CASES/switches.txt"
collapse-perf-sched --no-header --tid "$CASES/switches.txt" | head -n 1
