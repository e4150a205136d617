cat "$FIXTURES/jemalloc/c.heap" "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never --value inuse_objects
