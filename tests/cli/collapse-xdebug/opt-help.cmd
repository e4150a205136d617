stackcollapse-xdebug.php -h | head -n 1
stackcollapse-xdebug.php --help | wc -l
