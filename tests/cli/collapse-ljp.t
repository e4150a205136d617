SPDX-License-Identifier: MIT

# err-count-too-large

  $ printf '1 1 a.a(C.java:1)\n18446744073709551616 1 a.b(C.java:1)\n' | collapse-ljp
  [1]
  $ cat err
  collapse-ljp: standard input:2: count is too large: '18446744073709551616'
  collapse-ljp: skipped 1 count that is too large
  collapse-ljp: no output: part of the input was not understood

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-ljp in.c in.c; echo "exit $?"
  exit 1
  $ collapse-ljp --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-ljp missing.txt
  [1]
  $ cat err
  collapse-ljp: nothing recognised in the input (2 lines)
  collapse-ljp: option '--no-such-option' is not known; try 'collapse-ljp --help'
  collapse-ljp: missing.txt: No such file or directory

# no-total

  $ cat >in <<'END'
  > Sampling interval 10ms
  > 3 2 a.b.C.m(C.java:1)
  >     a.b.C.main(C.java:2)
  >
  > 0 1 zero.count.F(F.java:3)
  >     parent(F.java:4)
  > 5 2 gen.Type<A,B>.call(T.java:9)
  >     lambda$x$0(T.java:10(Compiled))
  >     with space.name(T.java:1)
  >     not a name
  > 9 1 root()extra(L.java:1)
  > Total trace count = 17
  > after it
  > 1 1 next.One(N.java:1)
  > END
  $ stackcollapse-ljp.awk in
  a.b.C.main;a.b.C.m 3
  next.One 1
  root()extra 9
  with space.name;lambda$x$0;gen.Type<A,B>.call 5
  $ collapse-ljp --strict in
  [1]
  $ cat err
  stackcollapse-ljp.awk: in:1: not understood: 'Sampling interval 10ms'
  stackcollapse-ljp.awk: in:10: not understood: '    not a name'
  stackcollapse-ljp.awk: in:13: not understood: 'after it'
  stackcollapse-ljp.awk: skipped 3 lines not understood
  collapse-ljp: in:1: not understood: 'Sampling interval 10ms'
  collapse-ljp: in:10: not understood: '    not a name'
  collapse-ljp: in:13: not understood: 'after it'
  collapse-ljp: skipped 3 lines not understood
  collapse-ljp: no output: part of the input was not understood

# several-files

  $ collapse-ljp "$FIXTURES/ljp/traces.txt" - <"$FIXTURES/ljp/traces.txt"
  Main.main;java.util.HashMap.<init> 14
  java.lang.Object.wait 2
  java.lang.Thread.run;org.acme.search.Query.run;org.acme.search.Index.probe 84

# traces

  $ collapse-ljp <"$FIXTURES/ljp/traces.txt"
  Main.main;java.util.HashMap.<init> 7
  java.lang.Object.wait 1
  java.lang.Thread.run;org.acme.search.Query.run;org.acme.search.Index.probe 42
