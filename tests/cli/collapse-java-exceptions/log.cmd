collapse-java-exceptions <"$FIXTURES/java-exceptions/log.txt"
