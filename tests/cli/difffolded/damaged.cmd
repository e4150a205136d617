# needs: gzip
seq -f 'a%g 1' 1000 | gzip | head -c 100 >b.gz; echo 'a 2' >a
difffolded b.gz a
