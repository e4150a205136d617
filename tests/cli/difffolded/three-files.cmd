difffolded b a c; echo "exit $?"; difffolded --before b --after a c
