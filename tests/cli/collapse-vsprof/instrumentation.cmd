collapse-vsprof "$FIXTURES/vsprof/instrumentation.csv"
