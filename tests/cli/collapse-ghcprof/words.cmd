collapse-ghcprof "$FIXTURES/ghcprof/words.prof"
