printf '# nothing\n\n' >b; : >a
difffolded b a
