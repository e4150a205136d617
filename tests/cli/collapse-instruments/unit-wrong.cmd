collapse-instruments --unit=min "$FIXTURES/instruments/samples.txt"
