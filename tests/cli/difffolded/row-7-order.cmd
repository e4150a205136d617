# sorted by the bytes of the stack, under every name
printf 'b 1\na;b 1\na! 1\na 1\n' >b; printf 'z 2\na;a 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
