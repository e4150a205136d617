collapse-gdb --thread-names "$FIXTURES/gdb/threads.txt"
printf 'Thread 3 (LWP 33):\n#0  main () at a.c:1\n\nThread 4:\n#0  main () at a.c:1\n\n#0  f () at a.c:1\n' | collapse-gdb --thread-names
