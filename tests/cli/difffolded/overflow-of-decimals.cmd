# all counts are whole numbers of the smallest unit
printf 'a;b 18446744073709551615\n' >b; echo 'a 0.5' >a
difffolded b a; echo "exit $?"; difffolded.pl b a
