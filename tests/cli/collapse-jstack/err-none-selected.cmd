cat >in <<'END'
"a" #1
   java.lang.Thread.State: WAITING
	at A.a(A.java:1)
END
collapse-jstack in; echo "exit $?"; stackcollapse-jstack.pl in
