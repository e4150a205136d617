collapse-ljp "$FIXTURES/ljp/traces.txt" - <"$FIXTURES/ljp/traces.txt"
