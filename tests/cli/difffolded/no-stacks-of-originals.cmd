: >b
difffolded.pl b b; inferno-diff-folded b b
