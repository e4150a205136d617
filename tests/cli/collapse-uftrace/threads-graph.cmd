collapse-uftrace "$FIXTURES/uftrace/threads-graph.txt"
