cat >in <<'END'
x
	at a.A.a(A.java:1)
Caused by: y
	at b.B.b(B.java:1)
	... 17 more
	at b.B.c(B.java:1)
	... 3 lines matching z
Suppressed: z
	at c.C.c(C.java:1)
	... 18446744073709551615 more
END
collapse-java-exceptions in
collapse-java-exceptions --strict in
