difffolded --filter 'a(' b a; echo "exit $?"; difffolded --exclude '[' b a
