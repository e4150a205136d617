# a line without a count: shown and skipped, but empty ones are nothing; an empty stack; shown and skipped
printf 'a 1\nno count\n\n' >b; printf 'a 2\n' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
