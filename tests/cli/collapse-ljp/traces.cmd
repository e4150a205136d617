collapse-ljp <"$FIXTURES/ljp/traces.txt"
