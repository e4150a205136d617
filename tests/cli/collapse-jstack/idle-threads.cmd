cat >in <<'END'
"t-0" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.EPollArrayWrapper.epollWait(X.java:1)
	at Main.main(Main.java:1)

"t-1" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.EPoll.wait(X.java:1)
	at Main.main(Main.java:1)

"t-2" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.Net.poll(X.java:1)
	at Main.main(Main.java:1)

"t-3" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.KQueue.poll(X.java:1)
	at Main.main(Main.java:1)

"t-4" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.WEPoll.wait(X.java:1)
	at Main.main(Main.java:1)

"t-5" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at java.lang.ref.Reference.waitForReferencePendingList(X.java:1)
	at Main.main(Main.java:1)

"t-6" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at jdk.internal.misc.Unsafe.park(X.java:1)
	at Main.main(Main.java:1)

"t-7" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at java.net.PlainSocketImpl.socketAccept(X.java:1)
	at Main.main(Main.java:1)

"t-8" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.ServerSocketChannelImpl.accept0(X.java:1)
	at Main.main(Main.java:1)

"t-9" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at java.net.SocketInputStream.socketRead0(X.java:1)
	at Main.main(Main.java:1)

"t-10" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.Net.accept(X.java:1)
	at Main.main(Main.java:1)

"t-11" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at sun.nio.ch.SocketDispatcher.read0(X.java:1)
	at Main.main(Main.java:1)

"t-12" #1 tid=0x1
   java.lang.Thread.State: RUNNABLE
	at com.acme.Poll.wait(X.java:1)
	at Main.main(Main.java:1)
END
collapse-jstack in; collapse-jstack --states=WAITING in; collapse-jstack --states=NETWORK in
