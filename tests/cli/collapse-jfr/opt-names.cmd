f=$FIXTURES/jfr/short.txt
collapse-jfr -q --thread-names --shorten-pkgs "$f"
collapse-jfr -q --no-pkgs "$f"
