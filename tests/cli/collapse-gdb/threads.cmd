collapse-gdb <"$FIXTURES/gdb/threads.txt"
