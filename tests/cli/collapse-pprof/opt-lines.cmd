# needs: gzip
collapse-pprof --lines "$FIXTURES/pprof/go-block.pb.gz" | head -n 2
