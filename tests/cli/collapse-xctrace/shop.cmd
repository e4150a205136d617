collapse-xctrace -v "$FIXTURES/xctrace/shop.xml"
