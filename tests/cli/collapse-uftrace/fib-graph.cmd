collapse-uftrace "$FIXTURES/uftrace/fib-graph.txt"
