echo 'a 18446744073709551615' >b; : >a
difffolded -q b a; difffolded.pl b a; inferno-diff-folded b a
