# a blank behind the count: accepted; no count; no count
printf 'u 8 \n' >b; printf 'u 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
