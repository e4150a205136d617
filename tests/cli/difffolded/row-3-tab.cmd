# a tab before the count: accepted; accepted; no count
printf 't\t7\n' >b; printf 'a 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
