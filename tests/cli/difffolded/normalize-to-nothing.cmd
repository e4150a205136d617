# the second column is empty: so is the first then
printf 'a 5\n' >b; printf 'a 0\n' >a
difffolded -n b a; difffolded.pl -n b a; inferno-diff-folded -n b a
