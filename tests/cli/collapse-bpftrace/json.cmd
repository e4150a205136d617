collapse-bpftrace "$FIXTURES/bpftrace/kstack-ustack-comm.json"
