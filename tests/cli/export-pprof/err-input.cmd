# needs: gzip
printf "main 1\nnothing\n" | export-pprof | collapse-pprof
printf "main 1\nnothing\n" | export-pprof --strict
printf "" | export-pprof
export-pprof missing
export-pprof --no-such-option
