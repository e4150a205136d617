collapse-xctrace --weight "$FIXTURES/xctrace/shop.xml"
