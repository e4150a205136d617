cat >in <<'END'
    java.lang.Error
        at a.A.a(A.java:1)
        at a.A.main(A.java:2)
        Suppressed: s
            at s.S.s(S.java:1)
            ... 1 more
        Suppressed: t
            at t.T.t(T.java:1)
            ... 1 more
    Caused by: b
        at b.B.b(B.java:1)
        ... 1 more
END
collapse-java-exceptions in
