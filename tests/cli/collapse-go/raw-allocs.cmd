collapse-go <"$FIXTURES/go/raw-allocs.txt"
