SPDX-License-Identifier: MIT

# ends-of-threads
a head, and the end of the file, end a thread; so do returns at the ends of lines

  $ printf '"a-1" #1\n   java.lang.Thread.State: RUNNABLE\n\tat A.a(A.java:1)\n"b" #2\n   java.lang.Thread.State: RUNNABLE\n\tat B.b(B.java:1)' >in
  $ collapse-jstack in in
  a;A.a 2
  b;B.b 2
  $ sed 's/$/\r/' "$FIXTURES/jstack/locks.txt" | collapse-jstack
  exec;java.lang.Thread.run;com.acme.Server.read;com.acme.Parser.next 1

# err-line-in-thread

  $ cat >in <<'END'
  > "a" #1
  >    java.lang.Thread.State: RUNNABLE
  > 	at A.a(A.java:1)
  > 2026-01-05 INFO a log line
  > 	at A.main(A.java:1)
  >
  > another log line
  > END
  $ collapse-jstack in
  a;A.main;A.a 1
  $ collapse-jstack --strict in
  [1]
  $ cat err
  collapse-jstack: in:4: not understood: '2026-01-05 INFO a log line'
  collapse-jstack: skipped 1 line not understood
  collapse-jstack: in:4: not understood: '2026-01-05 INFO a log line'
  collapse-jstack: skipped 1 line not understood
  collapse-jstack: no output: part of the input was not understood

# err-none-selected

  $ cat >in <<'END'
  > "a" #1
  >    java.lang.Thread.State: WAITING
  > 	at A.a(A.java:1)
  > END
  $ collapse-jstack in; echo "exit $?"; stackcollapse-jstack.pl in
  exit 1
  $ cat err
  collapse-jstack: no stacks: none of 1 samples was selected

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-jstack in.c in.c; echo "exit $?"
  exit 1
  $ collapse-jstack --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-jstack missing.txt
  [1]
  $ cat err
  collapse-jstack: nothing recognised in the input (2 lines)
  collapse-jstack: option '--no-such-option' is not known; try 'collapse-jstack --help'
  collapse-jstack: missing.txt: No such file or directory

# idle-threads

  $ cat >in <<'END'
  > "t-0" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.EPollArrayWrapper.epollWait(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-1" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.EPoll.wait(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-2" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.Net.poll(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-3" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.KQueue.poll(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-4" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.WEPoll.wait(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-5" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at java.lang.ref.Reference.waitForReferencePendingList(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-6" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at jdk.internal.misc.Unsafe.park(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-7" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at java.net.PlainSocketImpl.socketAccept(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-8" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.ServerSocketChannelImpl.accept0(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-9" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at java.net.SocketInputStream.socketRead0(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-10" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.Net.accept(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-11" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at sun.nio.ch.SocketDispatcher.read0(X.java:1)
  > 	at Main.main(Main.java:1)
  >
  > "t-12" #1 tid=0x1
  >    java.lang.Thread.State: RUNNABLE
  > 	at com.acme.Poll.wait(X.java:1)
  > 	at Main.main(Main.java:1)
  > END
  $ collapse-jstack in; collapse-jstack --states=WAITING in; collapse-jstack --states=NETWORK in
  t;Main.main;com.acme.Poll.wait 1
  t;Main.main;java.lang.ref.Reference.waitForReferencePendingList 1
  t;Main.main;jdk.internal.misc.Unsafe.park 1
  t;Main.main;sun.nio.ch.EPoll.wait 1
  t;Main.main;sun.nio.ch.EPollArrayWrapper.epollWait 1
  t;Main.main;sun.nio.ch.KQueue.poll 1
  t;Main.main;sun.nio.ch.Net.poll 1
  t;Main.main;sun.nio.ch.WEPoll.wait 1
  t;Main.main;java.net.PlainSocketImpl.socketAccept 1
  t;Main.main;java.net.SocketInputStream.socketRead0 1
  t;Main.main;sun.nio.ch.Net.accept 1
  t;Main.main;sun.nio.ch.ServerSocketChannelImpl.accept0 1
  t;Main.main;sun.nio.ch.SocketDispatcher.read0 1

# locks

  $ collapse-jstack <"$FIXTURES/jstack/locks.txt"
  exec;java.lang.Thread.run;com.acme.Server.read;com.acme.Parser.next 1

# opt-help

  $ stackcollapse-jstack.pl --help
  stackcollapse-jstack.pl - folded stacks from thread dumps of Java
   (esc)
  usage: stackcollapse-jstack.pl [OPTION...] [FILE...]
   (esc)
  Threads:
        --include-tname       Thread names as root frames, the default
        --no-include-tname    No thread names
        --include-tid         Keep the number at the end of a thread name
        --no-include-tid      Threads that differ only in it are merged, the
                              default
   (esc)
  Names:
        --shorten-pkgs        Packages as initials: j.l.Thread.run
        --no-shorten-pkgs     Whole names, the default
   (esc)
  Common options:
    -h, --help                Print this help and exit

# opt-include-tid

  $ cat >in <<'END'
  > 2026-01-05 09:00:00
  > Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):
  >
  > "exec-7" #27 daemon prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at com.acme.H.handle(H.java:10)
  > 	at java.lang.Thread.run(Thread.java:744)
  >
  > "exec-8" #28 prio=5 tid=0x1 nid=0x2 in Object.wait() [0x3]
  >    java.lang.Thread.State: TIMED_WAITING (on object monitor)
  > 	at java.lang.Object.wait(Native Method)
  > 	at Main.main(Main.java:3)
  >
  > "a "quoted" name" prio=5 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at Main.main(Main.java:4)
  >
  > JNI global references: 300
  > END
  $ collapse-jstack --include-tid in; collapse-jstack --include-tid --no-include-tid in
  a "quoted" name;Main.main 1
  exec-7;java.lang.Thread.run;com.acme.H.handle 1
  a "quoted" name;Main.main 1
  exec;java.lang.Thread.run;com.acme.H.handle 1

# opt-include-tname

  $ cat >in <<'END'
  > 2026-01-05 09:00:00
  > Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):
  >
  > "exec-7" #27 daemon prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at com.acme.H.handle(H.java:10)
  > 	at java.lang.Thread.run(Thread.java:744)
  >
  > "exec-8" #28 prio=5 tid=0x1 nid=0x2 in Object.wait() [0x3]
  >    java.lang.Thread.State: TIMED_WAITING (on object monitor)
  > 	at java.lang.Object.wait(Native Method)
  > 	at Main.main(Main.java:3)
  >
  > "a "quoted" name" prio=5 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at Main.main(Main.java:4)
  >
  > JNI global references: 300
  > END
  $ stackcollapse-jstack.pl -no-include-tname in
  Main.main 1
  java.lang.Thread.run;com.acme.H.handle 1
  $ stackcollapse-jstack.pl --no-include-tname --include-tname in
  a "quoted" name;Main.main 1
  exec;java.lang.Thread.run;com.acme.H.handle 1

# opt-shorten-pkgs

  $ cat >in <<'END'
  > 2026-01-05 09:00:00
  > Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):
  >
  > "exec-7" #27 daemon prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at com.acme.H.handle(H.java:10)
  > 	at java.lang.Thread.run(Thread.java:744)
  >
  > "exec-8" #28 prio=5 tid=0x1 nid=0x2 in Object.wait() [0x3]
  >    java.lang.Thread.State: TIMED_WAITING (on object monitor)
  > 	at java.lang.Object.wait(Native Method)
  > 	at Main.main(Main.java:3)
  >
  > "a "quoted" name" prio=5 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at Main.main(Main.java:4)
  >
  > JNI global references: 300
  > END
  $ stackcollapse-jstack.pl --short in; collapse-jstack --shorten-pkgs --no-shorten-pkgs in
  a "quoted" name;Main.main 1
  exec;j.l.Thread.run;c.a.H.handle 1
  a "quoted" name;Main.main 1
  exec;java.lang.Thread.run;com.acme.H.handle 1

# opt-states

  $ cat >in <<'END'
  > 2026-01-05 09:00:00
  > Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):
  >
  > "exec-7" #27 daemon prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at com.acme.H.handle(H.java:10)
  > 	at java.lang.Thread.run(Thread.java:744)
  >
  > "exec-8" #28 prio=5 tid=0x1 nid=0x2 in Object.wait() [0x3]
  >    java.lang.Thread.State: TIMED_WAITING (on object monitor)
  > 	at java.lang.Object.wait(Native Method)
  > 	at Main.main(Main.java:3)
  >
  > "a "quoted" name" prio=5 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at Main.main(Main.java:4)
  >
  > JNI global references: 300
  > END
  $ collapse-jstack --states=TIMED_WAITING,NETWORK in
  exec;Main.main;java.lang.Object.wait 1
  $ collapse-jstack --states=ALL "$FIXTURES/jstack/locks.txt"
  exec;Main.run;com.acme.Cache.get 1
  exec;com.acme.Server.read;sun.nio.ch.SocketDispatcher.read;sun.nio.ch.SocketDispatcher.read0 1
  exec;java.lang.Thread.run;com.acme.Server.read;com.acme.Parser.next 1
  $ for s in "" SLEEPING RUNNABLE,; do collapse-jstack --states="$s" in; echo "exit $?"; done
  exit 2
  exit 2
  a "quoted" name;Main.main 1
  exec;java.lang.Thread.run;com.acme.H.handle 1
  exit 0
  $ cat err
  collapse-jstack: option '--states' cannot take '': there is no state ''; try 'collapse-jstack --help'
  collapse-jstack: option '--states' cannot take 'SLEEPING': there is no state 'SLEEPING'; try 'collapse-jstack --help'

# opt-verbose

  $ cat >in <<'END'
  > 2026-01-05 09:00:00
  > Full thread dump OpenJDK 64-Bit Server VM (17.0.1 mixed mode):
  >
  > "exec-7" #27 daemon prio=5 os_prio=0 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at com.acme.H.handle(H.java:10)
  > 	at java.lang.Thread.run(Thread.java:744)
  >
  > "exec-8" #28 prio=5 tid=0x1 nid=0x2 in Object.wait() [0x3]
  >    java.lang.Thread.State: TIMED_WAITING (on object monitor)
  > 	at java.lang.Object.wait(Native Method)
  > 	at Main.main(Main.java:3)
  >
  > "a "quoted" name" prio=5 tid=0x1 nid=0x2 runnable [0x3]
  >    java.lang.Thread.State: RUNNABLE
  > 	at Main.main(Main.java:4)
  >
  > JNI global references: 300
  > END
  $ collapse-jstack -v in
  a "quoted" name;Main.main 1
  exec;java.lang.Thread.run;com.acme.H.handle 1
  $ cat err
  collapse-jstack: skipped 1 thread in another state

# vm-threads

  $ cat >in <<'END'
  > "C2 CompilerThread0" #1 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  >    No compile task
  >
  > "Signal Dispatcher" #1 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  >
  > "Service Thread" #1 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  >
  > "Attach Listener" #1 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  > 	at a.B.c(B.java:1)
  >
  > "Monitor Deflation Thread" #1 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  >
  > "Finalizer" #1 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  > 	at a.B.d(B.java:1)
  > END
  $ collapse-jstack in
  Finalizer;a.B.d 1
  $ collapse-jstack --states=BACKGROUND in
  Attach Listener;a.B.c 1

# work

  $ collapse-jstack <"$FIXTURES/jstack/work.txt"
  my worker "q" #1;java.lang.Thread.run;Work$$Lambda$6/0x00007fbbfc001000.run;Work.lambda$main$3;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort;java.util.TimSort.mergeCollapse;java.util.TimSort.mergeAt;java.util.TimSort.mergeLo 1
  my worker "q" #1;java.lang.Thread.run;Work$$Lambda$6/0x00007fbbfc001000.run;Work.lambda$main$3;Work.loop;Work.sorted;java.util.TreeSet.<init>;java.util.TreeSet.addAll;java.util.AbstractCollection.addAll;java.util.TreeSet.add;java.util.TreeMap.put;java.util.TreeMap.put;java.util.TreeMap.addEntry;java.util.TreeMap.fixAfterInsertion 1
  pool-1-thread;java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work$$Lambda$1/0x00007fbbfc000a08.run;Work.loop;Work.sorted;java.lang.Iterable.forEach;Work$$Lambda$34/0x00007fbbfc003b20.accept;Work.lambda$sorted$2;java.lang.String.hashCode 1
  pool-1-thread;java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work$$Lambda$1/0x00007fbbfc000a08.run;Work.loop;Work.sorted;java.lang.Iterable.forEach;java.util.TreeMap$KeyIterator.next;java.util.TreeMap$PrivateEntryIterator.nextEntry 1
  pool-1-thread;java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work$$Lambda$1/0x00007fbbfc000a08.run;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort 1
  pool-1-thread;java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work$$Lambda$1/0x00007fbbfc000a08.run;Work.loop;Work.sorted;java.util.ArrayList.sort;java.util.Arrays.sort;java.util.TimSort.sort;java.util.TimSort.mergeCollapse;java.util.TimSort.mergeAt;java.util.TimSort.mergeLo 1
  pool-1-thread;java.lang.Thread.run;java.util.concurrent.ThreadPoolExecutor$Worker.run;java.util.concurrent.ThreadPoolExecutor.runWorker;java.util.concurrent.FutureTask.run;java.util.concurrent.Executors$RunnableAdapter.call;Work$$Lambda$1/0x00007fbbfc000a08.run;Work.loop;Work.sorted;java.util.TreeSet.<init>;java.util.TreeSet.addAll;java.util.AbstractCollection.addAll;java.util.TreeSet.add;java.util.TreeMap.put;java.util.TreeMap.put 2

# unblocker
JDK 24 and later: the thread that lets virtual threads go on is RUNNABLE while it waits

  $ {
  > 	printf '"main" #1\n   java.lang.Thread.State: RUNNABLE\n\tat shop.Main.main(Main.java:1)\n\n'
  > 	printf '"VirtualThread-unblocker" #38\n   java.lang.Thread.State: RUNNABLE\n'
  > 	printf '\tat java.lang.VirtualThread.takeVirtualThreadListToUnblock(java.base@25/Native Method)\n'
  > 	printf '\tat java.lang.VirtualThread.unblockVirtualThreads(java.base@25/VirtualThread.java:1505)\n'
  > } >in
  $ collapse-jstack in
  main;shop.Main.main 1
  $ collapse-jstack --states WAITING in
  VirtualThread-unblocker;java.lang.VirtualThread.unblockVirtualThreads;java.lang.VirtualThread.takeVirtualThreadListToUnblock 1

# carriers
a thread that carries a virtual one has no state; frames of the virtual one are on top, whichever come first

  $ carrier='   Carrying virtual thread #48\n\tat a.Carrier.leaf(A.java:1)\n\tat a.Carrier.root(A.java:2)\n'
  $ mounted='   Mounted virtual thread #48\n\tat a.Shop.leaf(A.java:3)\n\tat a.Shop.root(A.java:4)\n'
  $ printf "\"worker-1\" #25 daemon tid=0x1  [0x2]\n$carrier$mounted\n\"worker-2\" #26 tid=0x1\n$mounted$carrier" | collapse-jstack
  worker;a.Carrier.root;a.Carrier.leaf;a.Shop.root;a.Shop.leaf 2
  $ printf "\"worker-1\" #25 daemon tid=0x1  [0x2]\n$carrier" | collapse-jstack --states ALL
  worker;a.Carrier.root;a.Carrier.leaf 1
  $ printf '"worker-1" #25\n   Mounted virtual thread #48\n\n"b" #1\n   java.lang.Thread.State: RUNNABLE\n\tat a.b(A.java:1)\n' | collapse-jstack
  b;a.b 1

# dump-to-file
jcmd Thread.dump_to_file: virtual threads by themselves, not on their carriers; of JDK 21 without states

  $ printf '%s\n' 4242 2026-11-26T04:37:52.011885013Z 25.0.3+9-LTS '' '#3 "main" TIMED_WAITING 2026-11-26T04:37:52.4Z' \
  > 	'    at java.base/java.lang.Thread.sleepNanos0(Native Method)' '    at shop.Main.main(Main.java:3)' '' \
  > 	'#9 "Reference Handler" RUNNABLE 2026-11-26T04:37:52.4Z' \
  > 	'    at java.base/java.lang.ref.Reference.waitForReferencePendingList(Native Method)' '' \
  > 	'#14 "Signal Dispatcher" RUNNABLE 2026-11-26T04:37:52.4Z' '' \
  > 	'#20 "pool-1-worker-2" RUNNABLE 2026-11-26T04:37:52.4Z' '    at java.base/jdk.internal.vm.Continuation.run(Continuation.java:251)' \
  > 	'    at app//shop.Pool$$Lambda/0x00007f01.run(Unknown Source)' '' \
  > 	'#27 "hash "it"-7" virtual RUNNABLE 2026-11-26T04:37:52.4Z' '    at com.shop/cart@1.2/cart.Cart.hash(Cart.java:4)' \
  > 	'    - locked <java.lang.Object@1ffeb73c>' '    at java.base/java.lang.VirtualThread.run(VirtualThread.java:329)' '' \
  > 	'#31 "writer" RUNNABLE 2026-11-26T04:37:52.4Z' '    at java.base/jdk.internal.vm.ThreadDumper.dump(ThreadDumper.java:9)' '' >25
  $ printf '%s\n' 4242 2026-11-26T04:37:52.011885013Z 21.0.1+12 '' '#21 "" virtual' \
  > 	'      java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:631)' '      java.base/shop.Nap.nap(Nap.java:7)' '' \
  > 	'#22 "" virtual' '      shop.Cart.hash(Cart.java:4)' '      odd' '' >21
  $ collapse-jstack 25; collapse-guess 25
  hash "it";java.lang.VirtualThread.run;cart.Cart.hash 1
  hash "it";java.lang.VirtualThread.run;cart.Cart.hash 1
  $ collapse-jstack --states ALL 25
  Reference Handler;java.lang.ref.Reference.waitForReferencePendingList 1
  hash "it";java.lang.VirtualThread.run;cart.Cart.hash 1
  main;shop.Main.main;java.lang.Thread.sleepNanos0 1
  pool-1-worker;shop.Pool$$Lambda/0x00007f01.run;jdk.internal.vm.Continuation.run 1
  writer;jdk.internal.vm.ThreadDumper.dump 1
  $ collapse-jstack --states TIMED_WAITING,WAITING 25 21
  [unknown];shop.Nap.nap;java.lang.VirtualThread.parkNanos 1
  main;shop.Main.main;java.lang.Thread.sleepNanos0 1
  $ collapse-jstack 21; collapse-jstack --labels thread,tid,state --include-tid 25
  [unknown];shop.Cart.hash 1
  @state=RUNNABLE;@thread=hash "it"-7;@tid=27;hash "it"-7;java.lang.VirtualThread.run;cart.Cart.hash 1
  $ cat err
  collapse-guess: 25 looks like jstack
  collapse-jstack: 21:11: not understood: '      odd'
  collapse-jstack: skipped 1 line not understood
  collapse-jstack: 21:11: not understood: '      odd'
  collapse-jstack: skipped 1 line not understood

# json
needs: collapse-cpuprofile
Thread.dump_to_file -format=json: virtual threads, carriers, the thread that dumps; a container that lists less than it has

  $ cp "$FIXTURES"/jstack/* .
  $ collapse-jstack virtual.json
  [unknown];java.lang.VirtualThread.run;mill.Wheat.sift 1
  miller;java.lang.Thread.run;mill.Mill$$Lambda/0x00007f0010003000.run;mill.Stone.grind 1
  $ collapse-jstack -v --labels thread,tid,state --states ALL virtual.json
  @state=BACKGROUND;@thread=ForkJoinPool-1-worker-1;@tid=21;ForkJoinPool-1-worker;java.lang.VirtualThread.runContinuation;jdk.internal.vm.Continuation.run 1
  @state=BACKGROUND;@thread=Reference Handler;@tid=12;Reference Handler;java.lang.ref.Reference.waitForReferencePendingList 1
  @state=BACKGROUND;@thread=dumper;@tid=32;dumper;java.lang.Thread.run;jdk.internal.vm.ThreadDumper.dumpThreads 1
  @state=BLOCKED;@thread=miller-2;@tid=31;miller;mill.Stone.grind 1
  @state=RUNNABLE;@thread=miller-1;@tid=30;miller;java.lang.Thread.run;mill.Mill$$Lambda/0x00007f0010003000.run;mill.Stone.grind 1
  @state=RUNNABLE;@tid=27;[unknown];java.lang.VirtualThread.run;mill.Wheat.sift 1
  @state=TIMED_WAITING;@thread=main;@tid=3;main;mill.Mill.main;java.lang.Thread.sleep;java.lang.Thread.sleepNanos0 1
  @state=WAITING;@thread=sieve;@tid=28;sieve;mill.Wheat.rest;java.lang.VirtualThread.park 1
  $ sed 's/^ *//' virtual.json >in && collapse-jstack -q in >whole
  $ collapse-jstack -q -j 3 --chunk-size 50 in | cmp - whole && collapse-jstack -q virtual.json | cmp - whole
  $ (sed 's/^ *//' virtual.json | tr -d '\n'; echo) >compact
  $ cat compact work.txt virtual.json | collapse-jstack -q --states WAITING
  Finalizer;java.lang.ref.Finalizer$FinalizerThread.run;java.lang.ref.ReferenceQueue.remove;java.lang.ref.ReferenceQueue.remove;java.lang.Object.wait 2
  Reference Handler;java.lang.ref.Reference$ReferenceHandler.run;java.lang.ref.Reference.processPendingReferences;java.lang.ref.Reference.waitForReferencePendingList 2
  epollWait-like;java.lang.Thread.run;Work$$Lambda$23/0x00007fbbfc003250.run;Work.lambda$main$5;java.util.concurrent.LinkedBlockingQueue.poll;java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.awaitNanos;java.util.concurrent.locks.LockSupport.parkNanos;jdk.internal.misc.Unsafe.park 2
  sieve;mill.Wheat.rest;java.lang.VirtualThread.park 2
  $ collapse-guess virtual.json | wc -l
  2
  $ cat err
  collapse-jstack: virtual.json: 1 of 3 threads of java.util.concurrent.ThreadPerTaskExecutor@7f are not in the dump
  collapse-jstack: virtual.json: 1 of 3 threads of java.util.concurrent.ThreadPerTaskExecutor@7f are not in the dump
  collapse-guess: virtual.json looks like jstack
  collapse-guess: virtual.json: 1 of 3 threads of java.util.concurrent.ThreadPerTaskExecutor@7f are not in the dump

# err-json
needs: collapse-cpuprofile
a dump that is cut off or broken: whole threads count

  $ cp "$FIXTURES"/jstack/* .
  $ sed 40q virtual.json | collapse-jstack --states TIMED_WAITING
  main;mill.Mill.main;java.lang.Thread.sleep;java.lang.Thread.sleepNanos0 1
  [1]
  $ sed '60s/.*/}]/' virtual.json | collapse-jstack --states TIMED_WAITING
  main;mill.Mill.main;java.lang.Thread.sleep;java.lang.Thread.sleepNanos0 1
  [1]
  $ cat err
  collapse-jstack: standard input:41: a dump cannot be read from here on: 'it does not end'
  collapse-jstack: skipped 1 remainder of a dump
  collapse-jstack: the output is incomplete: the input is
  collapse-jstack: standard input:61: a dump cannot be read from here on: 'after key and value, inside map, I expect ',' or '}''
  collapse-jstack: skipped 1 remainder of a dump
  collapse-jstack: the output is incomplete: the input is

# states-any-case
names of states in small letters, too

  $ collapse-jstack --states blocked,Network "$FIXTURES/jstack/locks.txt"
  exec;Main.run;com.acme.Cache.get 1
  exec;com.acme.Server.read;sun.nio.ch.SocketDispatcher.read;sun.nio.ch.SocketDispatcher.read0 1
  $ collapse-jstack --states all "$FIXTURES/jstack/locks.txt" | wc -l
  3
  $ collapse-jstack --states runnable,blockd "$FIXTURES/jstack/locks.txt"
  [2]
  $ cat err
  collapse-jstack: option '--states' cannot take 'runnable,blockd': there is no state 'blockd'; try 'collapse-jstack --help'

# thread-info

  $ cat >in <<'END'
  > "desk-1" daemon prio=5 Id=33 RUNNABLE (in native)
  > 	at java.base@21.0.4/sun.nio.Disk.read0(Native Method)
  > 	at app//shop.Desk.sell(Desk.java:3)
  > 	-  locked shop.Desk@1b
  > 	...
  > 
  > 	Number of locked synchronizers = 1
  > 	- java.util.concurrent.locks.ReentrantLock$NonfairSync@1b
  > 
  > "say "hi"" prio=5 Id=34 BLOCKED on shop.Desk@1b owned by "desk-1" Id=33
  > 	at shop.Desk.sell(Desk.java:3)
  > 	-  blocked on shop.Desk@1b
  > 
  > "old" Id=35 RUNNABLE
  > 	at java.base@21.0.4/jdk.internal.misc.Unsafe.park(Native Method)
  > 	at shop.Desk.run(Desk.java:9)
  > 
  > END
  $ collapse-jstack --strict in
  desk;[truncated];shop.Desk.sell;sun.nio.Disk.read0 1
  $ collapse-jstack --strict --states ALL --labels thread,tid,state in
  @state=BLOCKED;@thread=say "hi";@tid=34;say "hi";shop.Desk.sell 1
  @state=RUNNABLE;@thread=desk-1;@tid=33;desk;[truncated];shop.Desk.sell;sun.nio.Disk.read0 1
  @state=WAITING;@thread=old;@tid=35;old;shop.Desk.run;jdk.internal.misc.Unsafe.park 1
  $ collapse-guess --identify in
  jstack           folded stacks from thread dumps of Java

# from-outside

  $ cat >in <<'END'
  > Attaching to process ID 100, please wait...
  > Thread 102: (state = IN_NATIVE)
  >  - shop.Desk.sell(int, java.lang.String) @bci=1, line=3 (Compiled frame; information may be imprecise)
  >  - shop.Desk.run() @bci=0 (Interpreted frame)
  > 
  > 
  > Thread 103: (state = BLOCKED)
  >  - java.lang.Object.wait(long) @bci=0 (Interpreted frame)
  > 
  > END
  $ collapse-jstack --strict in
  shop.Desk.run;shop.Desk.sell 1
  $ collapse-jstack --strict --states BLOCKED --labels tid in
  @tid=103;java.lang.Object.wait 1
  $ collapse-guess --identify in
  jstack           folded stacks from thread dumps of Java
  $ cat >in <<'END'
  > "desk-1" #1 prio=5 tid=0x7f nid=100 runnable [0x7f]
  >    java.lang.Thread.State: RUNNABLE
  >    JavaThread state: _thread_in_native
  >  - shop.Desk.sell(int) @bci=1, line=3 (Interpreted frame)
  > 	- locked <0x7f> (a shop.Desk)
  >  - shop.Desk.run() @bci=0, line=9 (Interpreted frame)
  > 
  > END
  $ collapse-jstack --strict in
  desk;shop.Desk.run;shop.Desk.sell 1

# an-empty-line-behind-each-line

  $ sed G "$FIXTURES/jstack/work.txt" >in
  $ collapse-jstack "$FIXTURES/jstack/work.txt" >plain
  $ collapse-jstack in | cmp - plain && cat in | collapse-jstack --threads 3 --chunk-size 64 | cmp - plain
  $ collapse-guess in 2>&1 >out | head -n 1; cmp out plain
  collapse-guess: in looks like jstack

# the-number-of-a-line-where-lines-are-doubled

  $ printf '%s\n\n' '"t" #1 tid=0x1' '	at A.a(A.java:1)' '	- nonsense (' '	at A.b(A.java:2)' '	nonsense' | collapse-jstack
  [1]
  $ cat err
  collapse-jstack: standard input:9: not understood: '?nonsense'
  collapse-jstack: skipped 1 line not understood
  collapse-jstack: no stacks: none of 1 samples was selected

# empty-lines-behind-some-lines
which are left out where all lines have one; a list of threads without stacks is none

  $ dump() {
  > 	printf '"%s" #1 prio=5 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n\tat B.run(B.java:2)\n\tat A.main(A.java:3)\n\n' a b c d
  > }
  $ { dump; dump | sed G; } >later
  $ { dump | sed G; dump; } >earlier
  $ { dump; printf '"GC Thread#%d" os_prio=0 tid=0x7f nid=0x1 runnable\n\n' 1 2 3 4 5 6 7 8 9; } >list
  $ for file in later earlier list; do collapse-jstack $file; done
  a;A.main;B.run 1
  b;A.main;B.run 1
  c;A.main;B.run 1
  d;A.main;B.run 1
  a;A.main;B.run 1
  b;A.main;B.run 1
  c;A.main;B.run 1
  d;A.main;B.run 1
  a;A.main;B.run 1
  b;A.main;B.run 1
  c;A.main;B.run 1
  d;A.main;B.run 1
  $ cat err
  collapse-jstack: later: some lines have an empty line behind them that others lack: stacks may be cut there
  collapse-jstack: earlier: some lines have an empty line behind them that others lack: stacks may be cut there

# lines-of-a-log
with the time in front of each, and what wrote it

  $ cat >in <<'EOF'
  > "main" #1 prio=5 tid=0x1 nid=0x2 runnable
  >    java.lang.Thread.State: RUNNABLE
  > 	at B.run(B.java:2)
  > 	at A.main(A.java:3)
  >
  > "idle" #2 prio=5 tid=0x1 nid=0x3 runnable
  >    java.lang.Thread.State: RUNNABLE
  > 	at B.idle(B.java:2)
  > EOF
  $ sed 's/^/2026-11-28T10:00:00.123456789Z /' in | collapse-jstack
  idle;B.idle 1
  main;A.main;B.run 1
  $ sed 's/^/Nov 28 10:00:00 my-host java[123]: /' in >journal
  $ collapse-jstack journal
  idle;B.idle 1
  main;A.main;B.run 1
  $ sed 's/^/2026-11-28T10:00:00+0100 my-host java[123]: /' in | collapse-guess
  idle;B.idle 1
  main;A.main;B.run 1
  $ printf '2026-11-28T10:00:00Z %s\n' '"main" #1 prio=5 runnable' ' nonsense' '	at B.run(B.java)' '' | collapse-jstack
  [1]
  $ cat err
  collapse-guess: standard input looks like jstack
  collapse-jstack: standard input:2: not understood: ' nonsense'
  collapse-jstack: skipped 1 line not understood
  collapse-jstack: no stacks: none of 1 samples was selected
