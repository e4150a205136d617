inferno-collapse-ghcprof --bytes "$FIXTURES/ghcprof/ticks.prof"
