# needs: gzip
collapse-pprof "$FIXTURES/pprof/go-cpu.pb.gz"
