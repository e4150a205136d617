printf 'a 1\r\nb 2\r\n' >b; printf 'a 3\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
