collapse-sample "$FIXTURES/sample/objc.txt"
