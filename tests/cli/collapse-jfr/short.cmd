collapse-jfr <"$FIXTURES/jfr/short.txt"
