printf 'a 1\nno count\n' >b; echo 'a 2' >a
difffolded -q b a; difffolded -q b nope
