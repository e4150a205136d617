cat >in <<'END'
2026-01-05 09:00:00
Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):

"exec-7" #27 daemon prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]
   java.lang.Thread.State: RUNNABLE
	at com.acme.H.handle(H.java:10)
	at java.lang.Thread.run(Thread.java:744)

"exec-8" #28 prio=5 tid=0x1 nid=0x2 in Object.wait() [0x3]
   java.lang.Thread.State: TIMED_WAITING (on object monitor)
	at java.lang.Object.wait(Native Method)
	at Main.main(Main.java:3)

"a "quoted" name" prio=5 tid=0x1 nid=0x2 runnable [0x3]
   java.lang.Thread.State: RUNNABLE
	at Main.main(Main.java:4)

JNI global references: 300
END
collapse-jstack --states=TIMED_WAITING,NETWORK in
collapse-jstack --states=ALL "$FIXTURES/jstack/locks.txt"
for s in "" SLEEPING RUNNABLE,; do collapse-jstack --states="$s" in; echo "exit $?"; done
