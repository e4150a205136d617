difffolded --before :2 --after y; echo "exit $?"; difffolded --before= --after y
