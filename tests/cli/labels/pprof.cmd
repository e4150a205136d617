# needs: collapse-pprof gzip
collapse-pprof --list-labels "$FIXTURES/pprof/go-cpu.pb.gz"
collapse-pprof --no-header --labels worker "$FIXTURES/pprof/go-cpu.pb.gz" | head -2
collapse-pprof --no-header --labels all "$FIXTURES/pprof/go-allocs.pb.gz" | head -2
collapse-pprof --no-header --tag worker --labels worker "$FIXTURES/pprof/go-cpu.pb.gz" | head -1
