cat "$FIXTURES/stackprof/wall.json" "$FIXTURES/stackprof/wall.json" | collapse-stackprof >one
collapse-stackprof "$FIXTURES/stackprof/wall.json" "$FIXTURES/stackprof/wall.json" | cmp one - && tail -n 1 one
