# needs: gzip
printf "io-1;main;work 2\nio-2;main 1\nidle 3\n" >in
export-pprof --annotate in | collapse-pprof
export-pprof --annotate in | collapse-pprof --tag annotation
export-pprof --annotate --annotation-key thread in | collapse-pprof --tag thread
export-pprof --annotation-key thread in
