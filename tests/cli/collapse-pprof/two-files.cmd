# needs: gzip
collapse-pprof --no-header "$FIXTURES/pprof/go-cpu.pb.gz" "$FIXTURES/pprof/go-block.pb.gz" | wc -l
collapse-pprof --no-header "$FIXTURES/pprof/go-cpu.pb.gz" "$FIXTURES/pprof/go-cpu.pb.gz" | tail -n 1
