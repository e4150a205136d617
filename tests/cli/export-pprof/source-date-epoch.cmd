printf "main 2\n" >in
export-pprof --no-gzip --time 1700000000000000000 in >expected
SOURCE_DATE_EPOCH=1700000000 export-pprof --no-gzip in | cmp - expected
SOURCE_DATE_EPOCH=5 export-pprof --no-gzip --time 1700000000000000000 in | cmp - expected
export-pprof --no-gzip --time 0 in >expected
SOURCE_DATE_EPOCH= export-pprof --no-gzip in | cmp - expected
for t in now -1 1e3 99999999999999; do SOURCE_DATE_EPOCH=$t export-pprof in; done
