collapse-bpftrace "$FIXTURES/bpftrace/limit.txt"
