collapse-vsprof --process "$FIXTURES/vsprof/instrumentation.csv"
