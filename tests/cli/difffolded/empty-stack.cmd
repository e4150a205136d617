# only a count
printf ' 5\na 1\n' >b; printf 'a 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
