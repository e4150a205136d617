collapse-bpftrace "$FIXTURES/bpftrace/comm-ustack.txt"
