collapse-instruments "$FIXTURES/instruments/time-profile.txt"
