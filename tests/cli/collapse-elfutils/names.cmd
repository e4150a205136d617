cat >in <<'END'
PID 10 - process
TID 10:
#0  0x00007F10000000FF upper
#1  0x00007f1000000010 ns::f<a, b>(int;char) const
#2  0x00007f1000000010 - 1
#3  0x00007f1000000010
#4  0x00007f1000000010 - 1 - /usr/lib/libstdc++.so.6.0.30
#5  0x00007f1000000010   spaced  name  
#6  0x00007f1000000010 - 1 thread::operator-(int) - linux-vdso.so.1
#7  0x00007f1000000010 - 100 hours
eu-stack: dwfl_thread_getframes tid 12: no matching address range
#8  0xzz no address
END
collapse-elfutils in
collapse-elfutils --strict in
