cat "$FIXTURES/xctrace/shop.xml" "$FIXTURES/xctrace/shop.xml" | collapse-xctrace --weight --strict >one
collapse-xctrace --weight "$FIXTURES/xctrace/shop.xml" - <"$FIXTURES/xctrace/shop.xml" | cmp one - && cat one
