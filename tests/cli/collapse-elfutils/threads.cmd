collapse-elfutils <"$FIXTURES/elfutils/threads.txt"
