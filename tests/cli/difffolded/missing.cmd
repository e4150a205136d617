echo 'a 1' >f
difffolded f nope; echo "exit $?"; difffolded nope f; echo "exit $?"; difffolded . f
