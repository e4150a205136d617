collapse-bpftrace "$FIXTURES/bpftrace/perf-mode.txt"
