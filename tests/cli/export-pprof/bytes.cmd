printf "main;work 2\nmain 1\n" | export-pprof --no-gzip | od -An -c
