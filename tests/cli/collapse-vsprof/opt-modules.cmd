collapse-vsprof --modules "$FIXTURES/vsprof/samples.csv"
