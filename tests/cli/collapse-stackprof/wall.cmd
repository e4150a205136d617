collapse-stackprof "$FIXTURES/stackprof/wall.json"
