# needs: gzip
gzip -c "$FIXTURES/xdebug/shop.xt" | collapse-xdebug | cmp - "$CASES/time.out"
