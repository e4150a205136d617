collapse-xctrace --process-names --thread-names "$FIXTURES/xctrace/shop.xml" | tail -n 2
