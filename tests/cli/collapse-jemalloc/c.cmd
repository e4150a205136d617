collapse-jemalloc --symbols never "$FIXTURES/jemalloc/c.heap"
