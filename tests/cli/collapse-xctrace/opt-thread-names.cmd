collapse-xctrace --thread-names "$FIXTURES/xctrace/shop.xml"
