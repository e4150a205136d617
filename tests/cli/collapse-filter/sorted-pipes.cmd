# needs: bash gzip
printf '%s\n' 'a 1' 'b 2' >one
gzip -c one >one.gz
bash -c 'collapse-filter --merge --sorted <(cat one) <(cat one.gz) one one.gz:2 - <one'
cat one | collapse-filter --merge --sorted
cat one | collapse-filter --merge --sorted - one
