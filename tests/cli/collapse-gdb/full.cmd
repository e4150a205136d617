collapse-gdb <"$FIXTURES/gdb/full.txt"
