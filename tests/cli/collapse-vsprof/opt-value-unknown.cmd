collapse-vsprof --value Calls <"$FIXTURES/vsprof/instrumentation.csv"
