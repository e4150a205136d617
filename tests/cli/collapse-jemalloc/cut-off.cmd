sed "/MAPPED/,\$d" "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never
echo $?
head -n 6 "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never
echo $?
head -n 4 "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never
