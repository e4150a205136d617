cat "$FIXTURES/xdebug/shop.xt" "$FIXTURES/xdebug/shop.xt" | collapse-xdebug --calls | head -n 4
collapse-xdebug --calls "$FIXTURES/xdebug/shop.xt" "$FIXTURES/xdebug/shop.xt" | head -n 4
