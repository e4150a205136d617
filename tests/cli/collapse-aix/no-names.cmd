collapse-aix "$FIXTURES/aix/no-names.txt"
