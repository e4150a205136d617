collapse-ghcprof --ticks "$FIXTURES/ghcprof/ticks.prof"
