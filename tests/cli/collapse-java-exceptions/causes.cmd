collapse-java-exceptions <"$FIXTURES/java-exceptions/causes.txt"
