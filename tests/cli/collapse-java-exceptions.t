SPDX-License-Identifier: MIT

# causes

  $ collapse-java-exceptions <"$FIXTURES/java-exceptions/causes.txt"
  # flambeau: unit=exceptions
  java.base/java.lang.Thread.run;Work.lambda$main$3;Work.loop;Work.throwing 1
  java.base/java.lang.Thread.run;Work.lambda$main$3;Work.loop;Work.throwing;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex 1
  java.base/java.lang.Thread.run;java.base/java.util.concurrent.ThreadPoolExecutor$Worker.run;java.base/java.util.concurrent.ThreadPoolExecutor.runWorker;java.base/java.util.concurrent.FutureTask.run;java.base/java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.throwing 3
  java.base/java.lang.Thread.run;java.base/java.util.concurrent.ThreadPoolExecutor$Worker.run;java.base/java.util.concurrent.ThreadPoolExecutor.runWorker;java.base/java.util.concurrent.FutureTask.run;java.base/java.util.concurrent.Executors$RunnableAdapter.call;Work.loop;Work.throwing;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex;Work.ex 3

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-java-exceptions in.c in.c; echo "exit $?"
  exit 1
  $ collapse-java-exceptions --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-java-exceptions missing.txt
  [1]
  $ cat err
  collapse-java-exceptions: nothing recognised in the input (2 lines)
  collapse-java-exceptions: option '--no-such-option' is not known; try 'collapse-java-exceptions --help'
  collapse-java-exceptions: missing.txt: No such file or directory

# indented

  $ cat >in <<'END'
  >     java.lang.Error
  >         at a.A.a(A.java:1)
  >         at a.A.main(A.java:2)
  >         Suppressed: s
  >             at s.S.s(S.java:1)
  >             ... 1 more
  >         Suppressed: t
  >             at t.T.t(T.java:1)
  >             ... 1 more
  >     Caused by: b
  >         at b.B.b(B.java:1)
  >         ... 1 more
  > END
  $ collapse-java-exceptions in
  # flambeau: unit=exceptions
  a.A.main;a.A.a 1
  a.A.main;b.B.b 1
  a.A.main;s.S.s 1
  a.A.main;t.T.t 1

# log

  $ collapse-java-exceptions <"$FIXTURES/java-exceptions/log.txt"
  # flambeau: unit=exceptions
  Main.main;Main.lookup 1
  java.base/java.lang.Thread.run;com.acme.Cart.view;com.acme.Cart.total 1
  java.base/java.lang.Thread.run;com.acme.Cart.view;com.acme.Cart.total;com.acme.Disk.sync 1
  java.base/java.lang.Thread.run;com.acme.Cart.view;com.acme.Cart.total;com.acme.Item.price 1
  java.base/java.lang.Thread.run;com.acme.Cart.view;com.acme.Cart.total;com.acme.Item.price;java.base/java.util.Optional.get 1
  java.base/java.lang.Thread.run;com.acme.Cart.view;com.acme.Cart.total;com.acme.Res.close 1

# no-frames

  $ cat >in <<'END'
  > at this point nothing is wrong
  > at 10:30 (UTC) a.b is asked
  > at the end.
  > 	at a.B.c(B.java:1
  > 	at a.B.d
  > END
  $ collapse-java-exceptions in
  # flambeau: unit=exceptions
  a.B.d 1

# opt-pkgs

  $ cat >in <<'END'
  > x
  > 	at a.b.c.D.<init>(D.java:9)
  > 	at a.b.c.D$$Lambda$12/0x0000000800c03000.apply(Unknown Source)
  > 	at java.base@17.0.1/java.lang.Thread.run(Thread.java:1)
  > 	at app//com.acme.Mod.go(Mod.java)
  > 	at app//Mod.go(Mod.java)
  > 	at größe.Maß.run(Maß.java:1)
  > 	at deep.pkg.Only.method
  > 	at Main.main(Main.java:1)
  > END
  $ stackcollapse-java-exceptions.pl --shorten-pkgs in
  Main.main;d.p.Only.method;g.Maß.run;a//Mod.go;a//c.a.Mod.go;j.b@1.0.1/j.l.Thread.run;a.b.c.D$$Lambda$12/0x0000000800c03000.apply;a.b.c.D.<init> 1
  $ stackcollapse-java-exceptions.pl --shorten-pkgs --no-pkgs in
  Main.main;Only.method;Maß.run;Mod.go;Mod.go;Thread.run;D$$Lambda$12/0x0000000800c03000.apply;D.<init> 1
  $ collapse-java-exceptions --shorten-pkgs --no-shorten-pkgs --no-pkgs --no-no-pkgs in
  # flambeau: unit=exceptions
  Main.main;deep.pkg.Only.method;größe.Maß.run;app//Mod.go;app//com.acme.Mod.go;java.base@17.0.1/java.lang.Thread.run;a.b.c.D$$Lambda$12/0x0000000800c03000.apply;a.b.c.D.<init> 1

# several-files

  $ cat >in <<'END'
  > x
  > 	at a.A.a(A.java:1)
  > END
  $ printf 'Caused by: y\n\tat b.B.b(B.java:1)\n\t... 1 more\n' >cause
  $ collapse-java-exceptions in cause
  # flambeau: unit=exceptions
  a.A.a 1
  b.B.b 1
  $ cat in cause | collapse-java-exceptions
  # flambeau: unit=exceptions
  a.A.a 1
  a.A.a;b.B.b 1
  $ cat err
  collapse-java-exceptions: cause:3: a stack that does not end: '... 1 more'
  collapse-java-exceptions: skipped 1 unfinished stack

# shared-frames-missing

  $ cat >in <<'END'
  > x
  > 	at a.A.a(A.java:1)
  > Caused by: y
  > 	at b.B.b(B.java:1)
  > 	... 17 more
  > 	at b.B.c(B.java:1)
  > 	... 3 lines matching z
  > Suppressed: z
  > 	at c.C.c(C.java:1)
  > 	... 18446744073709551615 more
  > END
  $ collapse-java-exceptions in
  # flambeau: unit=exceptions
  a.A.a 1
  b.B.c;b.B.b 1
  c.C.c 1
  $ collapse-java-exceptions --strict in
  [1]
  $ cat err
  collapse-java-exceptions: in:5: a stack that does not end: '... 17 more'
  collapse-java-exceptions: in:7: a stack that does not end: '... 3 lines matching z'
  collapse-java-exceptions: in:10: a stack that does not end: '... 18446744073709551615 more'
  collapse-java-exceptions: skipped 3 unfinished stacks
  collapse-java-exceptions: in:5: a stack that does not end: '... 17 more'
  collapse-java-exceptions: in:7: a stack that does not end: '... 3 lines matching z'
  collapse-java-exceptions: in:10: a stack that does not end: '... 18446744073709551615 more'
  collapse-java-exceptions: skipped 3 unfinished stacks
  collapse-java-exceptions: no output: part of the input was not understood
