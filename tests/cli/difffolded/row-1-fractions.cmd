# decimals of counts: exact; in doubles; dropped
printf 'a 0.1\na 0.2\nb 1.123456789\nc 2.\n' >b; printf 'a 3\nb 0.000000001\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
