sed '/^Locations/,$d' "$FIXTURES/go/raw-block.txt" | collapse-go 2>err
head -n 2 err; tail -n 1 err
