# needs: gzip
for f in cpu allocs block; do collapse-pprof --sample-types "$FIXTURES/pprof/go-$f.pb.gz"; done
