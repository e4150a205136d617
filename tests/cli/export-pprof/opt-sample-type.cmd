# needs: gzip
printf "main 2\n" >one
printf "main 2 3\n" >two
for t in cpu/nanoseconds cpu; do export-pprof --sample-type $t one | collapse-pprof --sample-types; done
export-pprof one | collapse-pprof --sample-types
export-pprof two | collapse-pprof --sample-types
export-pprof --sample-type old/bytes --sample-type new/bytes two | collapse-pprof --sample-types
export-pprof two | collapse-pprof --sample-type before
