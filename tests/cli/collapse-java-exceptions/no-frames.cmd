cat >in <<'END'
at this point nothing is wrong
at 10:30 (UTC) a.b is asked
at the end.
	at a.B.c(B.java:1
	at a.B.d
END
collapse-java-exceptions in
