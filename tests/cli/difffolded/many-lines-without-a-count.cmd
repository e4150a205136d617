# the first ten are shown, all are counted; with the line in its file
{ echo 'a 1'; seq -f 'oops%g' 12; } >b; printf 'a 1\nworse\n' >a
difffolded b a
