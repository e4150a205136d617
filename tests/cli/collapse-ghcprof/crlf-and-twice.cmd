sed 's/$/\r/' "$FIXTURES/ghcprof/ticks.prof" >in
collapse-ghcprof --ticks in in
cat in in | collapse-ghcprof --ticks
