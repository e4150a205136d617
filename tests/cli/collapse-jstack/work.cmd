collapse-jstack <"$FIXTURES/jstack/work.txt"
