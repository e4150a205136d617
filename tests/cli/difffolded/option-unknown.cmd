difffolded --frob b a; echo "exit $?"; difffolded -x b a
