stackcollapse-xdebug.php -t "$FIXTURES/xdebug/shop-returns.xt" | head -n 2
