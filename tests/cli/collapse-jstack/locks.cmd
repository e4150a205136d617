collapse-jstack <"$FIXTURES/jstack/locks.txt"
