collapse-vsprof "$FIXTURES/vsprof/samples.csv"
