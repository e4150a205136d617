cat "$FIXTURES/go/raw-block.txt" "$FIXTURES/go/traces-block.txt" "$FIXTURES/go/raw-block.txt" >in
collapse-go in >1
collapse-go "$FIXTURES/go/raw-block.txt" "$FIXTURES/go/traces-block.txt" "$FIXTURES/go/raw-block.txt" >2
cmp 1 2 && cat 1
