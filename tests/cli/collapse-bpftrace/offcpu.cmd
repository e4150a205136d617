collapse-bpftrace "$FIXTURES/bpftrace/offcpu.txt"
