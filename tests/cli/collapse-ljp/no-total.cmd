cat >in <<'END'
Sampling interval 10ms
3 2 a.b.C.m(C.java:1)
    a.b.C.main(C.java:2)

0 1 zero.count.F(F.java:3)
    parent(F.java:4)
5 2 gen.Type<A,B>.call(T.java:9)
    lambda$x$0(T.java:10(Compiled))
    with space.name(T.java:1)
    not a name
9 1 root()extra(L.java:1)
Total trace count = 17
after it
1 1 next.One(N.java:1)
END
stackcollapse-ljp.awk in
collapse-ljp --strict in
