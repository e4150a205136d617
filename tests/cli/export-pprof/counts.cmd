# needs: gzip
printf "main 9223372036854775808\n" | export-pprof
printf "main;work 1.5\nmain 1\n" | export-pprof
printf "main;work 1.5\nmain 1\n" | collapse-filter --scale 10 | export-pprof | collapse-pprof
printf "a 9223372036854775807\nb 9223372036854775807\n" | export-pprof | collapse-pprof
printf "a 18446744073709551615\na 1\n" | export-pprof
printf "a 0\nb 1\n" | export-pprof | collapse-pprof
