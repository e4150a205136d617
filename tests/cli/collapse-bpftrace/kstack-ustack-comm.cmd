collapse-bpftrace "$FIXTURES/bpftrace/kstack-ustack-comm.txt"
