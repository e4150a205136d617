cat >in <<'END'
x
	at a.A.a(A.java:1)
END
printf 'Caused by: y\n\tat b.B.b(B.java:1)\n\t... 1 more\n' >cause
collapse-java-exceptions in cause
cat in cause | collapse-java-exceptions
