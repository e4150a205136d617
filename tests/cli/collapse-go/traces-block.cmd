collapse-go <"$FIXTURES/go/traces-block.txt"
