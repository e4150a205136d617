# perf script --show-mmap-events, --show-task-events, --show-lost-events
collapse-perf <"$CASES/grammar-3-other-records.in"
