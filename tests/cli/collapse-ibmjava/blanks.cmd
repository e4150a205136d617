cat >in <<'END'
3XMTHREADINFO "one blank" J9VMThread:0x41, state:R, prio=5
4XESTACKTRACE    at a/B.go(B.java:1)
3XMTHREADINFO3           Native callstack:
3XMTHREADINFO
4XESTACKTRACE                a/B.lost(B.java:1)
4XESTACKTRACE                at a/B.found(B.java:1)
END
collapse-ibmjava in; collapse-ibmjava --strict in
