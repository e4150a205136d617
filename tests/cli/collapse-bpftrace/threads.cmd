collapse-bpftrace "$FIXTURES/bpftrace/threads.json"
