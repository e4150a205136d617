# a first column without counts cannot be scaled: stays 0; division by zero; stays 0
printf 'a 0\n' >b; printf 'a 2\n' >a
difffolded -n b a; difffolded.pl -n b a; echo "exit $?"; inferno-diff-folded -n b a
