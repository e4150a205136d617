collapse-instruments --unit us "$FIXTURES/instruments/time-profile.txt" | head -n 2
collapse-instruments --unit=s "$FIXTURES/instruments/samples.txt"
