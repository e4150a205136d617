# two blanks before the count: no part of the stack; one of them is; no part
printf 'sp  4\n' >b; printf 'sp 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
