collapse-instruments "$FIXTURES/instruments/samples.txt"
