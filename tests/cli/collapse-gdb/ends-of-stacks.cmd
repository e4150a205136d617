cat >in <<'END'
#0  a () at a.c:1
#1  main () at a.c:2
#0  b () at a.c:1
#1  main () at a.c:2
Thread 2 (LWP 32):
#0  c () at a.c:1
No locals.
#1  main () at a.c:2
(More stack frames follow...)
Thread 1 (LWP 31):
#0  d () at a.c:1
        y = {
          z = 3}
#1  main () at a.c:2
[Inferior 1 (process 31) detached]
#x
#5  late () at a.c:1
END
stackcollapse-gdb.pl in
sed "s/$/\r/" in | collapse-gdb -q
