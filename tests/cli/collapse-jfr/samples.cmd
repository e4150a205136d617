collapse-jfr <"$FIXTURES/jfr/samples.txt"
