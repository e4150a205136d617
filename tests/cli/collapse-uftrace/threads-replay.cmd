collapse-uftrace <"$FIXTURES/uftrace/threads-replay.txt"
