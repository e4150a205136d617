collapse-perf-sched "$CASES/switches.txt"
collapse-perf-sched --tid "$CASES/switches.txt" | head -n 1
