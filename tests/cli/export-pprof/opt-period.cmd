printf "main 2\n" | export-pprof --no-gzip --period 10000000 --period-type cpu/nanoseconds --time 1700000000000000000 --duration 5 | od -An -tx1
printf "main 2\n" | export-pprof --period -1
printf "main 2\n" | export-pprof --period 9223372036854775808
printf "main 2\n" | export-pprof --time x
printf "main 2\n" | export-pprof --duration ""
