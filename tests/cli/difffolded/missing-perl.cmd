echo 'a 1' >f
difffolded.pl f nope
