collapse-uftrace "$FIXTURES/uftrace/fib-replay.txt"
