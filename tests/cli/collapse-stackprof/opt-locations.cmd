collapse-stackprof --locations "$FIXTURES/stackprof/wall.json" | tail -n 2
