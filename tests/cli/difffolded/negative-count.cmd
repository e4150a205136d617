printf 'a -5\nb 1\nc 1e3\n' >b; echo 'a 1' >a
difffolded b a
