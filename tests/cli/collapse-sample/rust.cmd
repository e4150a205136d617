collapse-sample "$FIXTURES/sample/rust.txt"
