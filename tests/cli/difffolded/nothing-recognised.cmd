echo 'a 1' >f
printf 'not a profile\nat all\n' >b; difffolded b f
