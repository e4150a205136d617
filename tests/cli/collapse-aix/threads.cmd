collapse-aix "$FIXTURES/aix/threads.txt"
