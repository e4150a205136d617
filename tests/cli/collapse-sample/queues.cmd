collapse-sample --queues "$FIXTURES/sample/objc.txt" | head -n 1
