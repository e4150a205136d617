collapse-gdb <"$FIXTURES/gdb/cxx.txt"
