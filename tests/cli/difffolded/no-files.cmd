difffolded; echo "exit $?"; difffolded --after a
