# the sums are exact, each count is rounded down; the same; sums of whole counts
printf 'a;b 13\na;c 20.75\nd 32\n' >b; printf 'a;b 31.5\nd 74\n' >a
difffolded -n b a; difffolded.pl -n b a; inferno-diff-folded -n b a
