collapse-instruments --unit us "$FIXTURES/instruments/time-profile.txt" | head -n 3
collapse-instruments --unit=s "$FIXTURES/instruments/samples.txt"
