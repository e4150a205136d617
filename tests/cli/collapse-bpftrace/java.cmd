collapse-bpftrace "$FIXTURES/bpftrace/java.txt"
