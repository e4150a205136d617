# needs: gzip
# a recording read itself, by threads, from a pipe, compressed, together with text
f=$FIXTURES/jfr
collapse-jfr -q "$f/shop-17.jfr"
collapse-jfr -q --no-header --thread-names --no-pkgs -j 3 <"$f/shop-17.jfr" >plain
gzip -c "$f/shop-17.jfr" >shop.jfr.gz
collapse-jfr -q --no-header --thread-names --no-pkgs shop.jfr.gz | cmp - plain
collapse-jfr --no-header "$f/java.jfr" "$f/short.txt" "$f/async.jfr"
collapse-guess -q --no-header "$f/tiny.jfr"
collapse-jfr -q --no-header --event alloc --no-pkgs "$f/shop-17.jfr" | grep -c '^[A-Z#]'
