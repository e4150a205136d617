# needs: gzip
collapse-pprof "$FIXTURES/pprof/go-cpu.pb.gz" "$FIXTURES/pprof/go-block.pb.gz" | wc -l
collapse-pprof "$FIXTURES/pprof/go-cpu.pb.gz" "$FIXTURES/pprof/go-cpu.pb.gz" | tail -n 1
