collapse-go <"$FIXTURES/go/raw-block.txt"
