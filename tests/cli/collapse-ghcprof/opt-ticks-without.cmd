collapse-ghcprof --ticks <"$FIXTURES/ghcprof/words.prof"
