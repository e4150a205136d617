# only who normalizes needs the sum
printf 'a 18446744073709551615\nb 1\n' >b; echo 'a 1' >a
difffolded b a; difffolded -n b a
