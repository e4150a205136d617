collapse-strace "$FIXTURES/strace/times.txt"
