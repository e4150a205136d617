# a head, and the end of the file, end a thread; so do returns at the ends of lines
printf '"a-1" #1\n   java.lang.Thread.State: RUNNABLE\n\tat A.a(A.java:1)\n"b" #2\n   java.lang.Thread.State: RUNNABLE\n\tat B.b(B.java:1)' >in
collapse-jstack in in
sed 's/$/\r/' "$FIXTURES/jstack/locks.txt" | collapse-jstack
