collapse-vsprof --value "Number of Calls" "$FIXTURES/vsprof/instrumentation.csv"
collapse-vsprof --value "Inclusive Samples %" "$FIXTURES/vsprof/samples.csv" | head -n 2
