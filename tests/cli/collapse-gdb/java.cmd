collapse-gdb <"$FIXTURES/gdb/java.txt"
