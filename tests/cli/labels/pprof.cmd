# needs: collapse-pprof gzip
collapse-pprof --list-labels "$FIXTURES/pprof/go-cpu.pb.gz"
collapse-pprof --labels worker "$FIXTURES/pprof/go-cpu.pb.gz" | head -2
collapse-pprof --labels all "$FIXTURES/pprof/go-allocs.pb.gz" | head -2
collapse-pprof --tag worker --labels worker "$FIXTURES/pprof/go-cpu.pb.gz" | head -1
