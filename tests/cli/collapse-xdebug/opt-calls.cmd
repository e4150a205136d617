collapse-xdebug --calls "$FIXTURES/xdebug/shop-returns.xt"
