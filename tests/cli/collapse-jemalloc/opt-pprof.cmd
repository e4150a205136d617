# needs: collapse-pprof gzip
collapse-jemalloc --symbols never --pprof "$FIXTURES/jemalloc/c.heap" >p.gz
collapse-pprof --sample-types p.gz
collapse-pprof --sample-type inuse_objects p.gz
collapse-jemalloc --symbols never --pprof "$FIXTURES/jemalloc/c.heap" "$FIXTURES/jemalloc/python.heap" -o two.gz; echo $?; ls
