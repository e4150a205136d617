collapse-xdebug --strict "$FIXTURES/xdebug/shop-returns.xt" | tail -n 1
