printf 'a 1\nb 2' >b; printf 'b 4' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
