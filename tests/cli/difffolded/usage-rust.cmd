echo 'a 1' >f
inferno-diff-folded; echo "exit $?"; inferno-diff-folded f; echo "exit $?"; inferno-diff-folded f f f; echo "exit $?"
inferno-diff-folded -n f f --normalize; echo "exit $?"; inferno-diff-folded --norm f f; echo "exit $?"
inferno-diff-folded --before f f; echo "exit $?"; inferno-diff-folded f -n f -v
