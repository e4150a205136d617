collapse-ghcprof --time "$FIXTURES/ghcprof/ticks.prof"
