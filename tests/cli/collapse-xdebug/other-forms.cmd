printf "TRACE START [x]\n    0.0007     400800   -> {main}() /app/x.php:0\n" | collapse-xdebug
