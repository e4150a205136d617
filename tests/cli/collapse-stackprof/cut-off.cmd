head -c 5000 "$FIXTURES/stackprof/wall.json" | collapse-stackprof
