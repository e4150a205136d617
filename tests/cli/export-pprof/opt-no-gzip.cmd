# needs: gzip
printf "main 2\n" >in
export-pprof in | gzip -dc >expected
export-pprof --no-gzip in | cmp - expected && echo same
