cat >in <<'END'
"C2 CompilerThread0" #1 tid=0x1 nid=0x2 runnable
   java.lang.Thread.State: RUNNABLE
   No compile task

"Signal Dispatcher" #1 tid=0x1 nid=0x2 runnable
   java.lang.Thread.State: RUNNABLE

"Service Thread" #1 tid=0x1 nid=0x2 runnable
   java.lang.Thread.State: RUNNABLE

"Attach Listener" #1 tid=0x1 nid=0x2 runnable
   java.lang.Thread.State: RUNNABLE
	at a.B.c(B.java:1)

"Monitor Deflation Thread" #1 tid=0x1 nid=0x2 runnable
   java.lang.Thread.State: RUNNABLE

"Finalizer" #1 tid=0x1 nid=0x2 runnable
   java.lang.Thread.State: RUNNABLE
	at a.B.d(B.java:1)
END
collapse-jstack in
collapse-jstack --states=BACKGROUND in
