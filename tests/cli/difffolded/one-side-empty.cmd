: >b; echo 'a 2' >a
difffolded b a
