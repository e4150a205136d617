collapse-strace "$FIXTURES/strace/threads.txt"
