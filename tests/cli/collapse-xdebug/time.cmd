collapse-xdebug "$FIXTURES/xdebug/shop.xt"
