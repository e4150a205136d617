cat >in <<'END'
Thread 1 (LWP 5):
#0  0x0000000000401200 in f (a=1,
    b="x (y") at z.c:1
#1  main () at m.c:3
#2  <signal handler called>
#3  f ()
#4  has0xinside (x=1) at a (b).c:3
#5  operator new (sz=3) at x.cc:1
#6  std::function<void ()>::operator()() const (this=0x1) at functional:5
#7  g (c=60 '(', d=0x55 "a\"(") from /lib (x)/y.so
#8  operator<< <char> (o=..., x=...) at y
#9
#10 T::operator-> (this=0x0)
#11 <alloc::vec::Vec<T> as core::ops::Drop>::drop (self=0x7)
#12 (anonymous namespace)::anon (z=2) at anon.cc:3
#13 0x00007fa01c2d44a3 in ?? () from /lib/x86_64-linux-gnu/libstdc++.so.6
#14 std::thread::join() () from /lib/libstdc++.so.6
#15 name; with a semicolon
END
collapse-gdb in | tr ";" "\n"
