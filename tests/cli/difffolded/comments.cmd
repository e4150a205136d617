printf '# made by hand\na 1\n' >b; echo 'a 2' >a
difffolded b a
