echo 'a;b 18446744073709551615' >b; echo 'a 1' >a
difffolded --before b:1.5 --after a
