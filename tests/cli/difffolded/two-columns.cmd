# a second number belongs to the stack, but if all have one something is wrong
printf 'a 1 2\nb 3 4\n' >b; echo 'a 1' >a
difffolded b a; difffolded.pl b a; inferno-diff-folded b a
