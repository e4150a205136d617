echo 'a 1' >f
inferno-diff-folded f nope; echo "exit $?"; inferno-diff-folded f - 
