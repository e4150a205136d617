stackcollapse-xdebug.php -c "$FIXTURES/xdebug/shop.xt" | tee out
collapse-xdebug -t --count "$FIXTURES/xdebug/shop.xt" | cmp out -
