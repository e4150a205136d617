# not UTF-8: as it is; as it is; replaced
printf 'caf\351;b 1\n' >b; printf 'caf\351;b 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
