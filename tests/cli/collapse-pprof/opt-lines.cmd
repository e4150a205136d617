# needs: gzip
collapse-pprof --no-header --lines "$FIXTURES/pprof/go-block.pb.gz" | head -n 2
