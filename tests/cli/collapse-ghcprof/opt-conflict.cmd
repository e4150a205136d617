collapse-ghcprof --ticks --bytes "$FIXTURES/ghcprof/ticks.prof"
