collapse-go <"$FIXTURES/go/traces-allocs.txt"
