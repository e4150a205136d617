# needs: python3 gzip
python3 "$CASES/make.py" labels >in
collapse-pprof in
collapse-pprof --tag thread in
collapse-pprof --tag thread --tag size in
collapse-pprof --tag size --tag thread in
collapse-pprof --tag no-such-key in
collapse-pprof --tag bytes --sample-type alloc_objects "$FIXTURES/pprof/go-allocs.pb.gz" | tail -n 2
