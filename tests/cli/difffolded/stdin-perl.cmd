echo 'a 1' >f; echo 'a 2' | difffolded.pl - f
