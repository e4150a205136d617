cat >in <<'END'
"a" #1
   java.lang.Thread.State: RUNNABLE
	at A.a(A.java:1)
2026-01-05 INFO a log line
	at A.main(A.java:1)

another log line
END
collapse-jstack in
collapse-jstack --strict in
