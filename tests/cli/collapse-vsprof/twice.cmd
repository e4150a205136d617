collapse-vsprof "$FIXTURES/vsprof/samples.csv" "$FIXTURES/vsprof/samples.csv" | tail -n 1
cat "$FIXTURES/vsprof/instrumentation.csv" "$FIXTURES/vsprof/instrumentation.csv" | collapse-vsprof --process | tail -n 1
