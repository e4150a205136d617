printf 'a 1\nno count\n' >b; echo 'a 2' >a
inferno-diff-folded --quiet b a; inferno-diff-folded -q b nope
