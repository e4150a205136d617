# needs: gzip
echo 'a 1' | gzip >b.gz; echo 'a 2' >a
difffolded b.gz a
