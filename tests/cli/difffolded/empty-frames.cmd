# those at the leaf are dropped; kept; kept
printf 'a;b; 1\n;x 1\n' >b; printf 'a;b 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
