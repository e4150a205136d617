gzip -dc "$FIXTURES/pprof/go-block.pb.gz" | collapse-pprof
