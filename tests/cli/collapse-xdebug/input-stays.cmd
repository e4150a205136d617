cp "$FIXTURES/xdebug/shop.xt" in
stackcollapse-xdebug.php in >/dev/null
cmp in "$FIXTURES/xdebug/shop.xt" && ls
