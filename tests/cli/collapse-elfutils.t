SPDX-License-Identifier: MIT

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-elfutils in.c in.c; echo "exit $?"
  exit 1
  $ collapse-elfutils --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-elfutils missing.txt
  [1]
  $ cat err
  collapse-elfutils: nothing recognised in the input (2 lines)
  collapse-elfutils: option '--no-such-option' is not known; try 'collapse-elfutils --help'
  collapse-elfutils: missing.txt: No such file or directory

# modules

  $ collapse-elfutils <"$FIXTURES/elfutils/modules.txt"
  __clone3;start_thread;run;__nanosleep;clock_nanosleep@GLIBC_2.2.5 1
  __clone3;start_thread;run;do_io;_IO_fgets;_IO_getline_info;_IO_default_uflow;_IO_file_underflow@@GLIBC_2.2.5;read 1
  __clone3;start_thread;run;locked;rec;rec;rec;rec;rec 1
  __clone3;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 1
  __clone3;start_thread;run;touch;__libc_malloc 1
  __clone3;start_thread;run;usleep;__nanosleep;clock_nanosleep@GLIBC_2.2.5 1
  _start;__libc_start_main@@GLIBC_2.34;__libc_start_call_main;main;__pthread_clockjoin_ex;__futex_abstimed_wait_common 1

# names

  $ cat >in <<'END'
  > PID 10 - process
  > TID 10:
  > #0  0x00007F10000000FF upper
  > #1  0x00007f1000000010 ns::f<a, b>(int;char) const
  > #2  0x00007f1000000010 - 1
  > #3  0x00007f1000000010
  > #4  0x00007f1000000010 - 1 - /usr/lib/libstdc++.so.6.0.30
  > #5  0x00007f1000000010   spaced  name  
  > #6  0x00007f1000000010 - 1 thread::operator-(int) - linux-vdso.so.1
  > #7  0x00007f1000000010 - 100 hours
  > eu-stack: dwfl_thread_getframes tid 12: no matching address range
  > #8  0xzz no address
  > END
  $ collapse-elfutils in
  [100 hours];thread::operator-(int);spaced  name;[libstdc++.so.6.0.30];[unknown];[unknown];ns::f<a, b>(int:char) const;upper 1
  $ collapse-elfutils --strict in
  [1]
  $ cat err
  collapse-elfutils: in:11: not understood: 'eu-stack: dwfl_thread_getframes tid 12: no matching address range'
  collapse-elfutils: in:12: not understood: '#8  0xzz no address'
  collapse-elfutils: skipped 2 lines not understood
  collapse-elfutils: in:11: not understood: 'eu-stack: dwfl_thread_getframes tid 12: no matching address range'
  collapse-elfutils: in:12: not understood: '#8  0xzz no address'
  collapse-elfutils: skipped 2 lines not understood
  collapse-elfutils: no output: part of the input was not understood

# no-names

  $ collapse-elfutils <"$FIXTURES/elfutils/no-names.txt"
  [unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown] 2
  [unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown];[unknown] 1

# opt-modules

  $ collapse-elfutils --modules "$FIXTURES/elfutils/modules.txt"
  __clone3 - /usr/lib/x86_64-linux-gnu/libc.so.6;start_thread - /usr/lib/x86_64-linux-gnu/libc.so.6;run - /home/dev/works/src/bin/threads;__nanosleep - /usr/lib/x86_64-linux-gnu/libc.so.6;clock_nanosleep@GLIBC_2.2.5 - /usr/lib/x86_64-linux-gnu/libc.so.6 1
  __clone3 - /usr/lib/x86_64-linux-gnu/libc.so.6;start_thread - /usr/lib/x86_64-linux-gnu/libc.so.6;run - /home/dev/works/src/bin/threads;do_io - /home/dev/works/src/bin/threads;_IO_fgets - /usr/lib/x86_64-linux-gnu/libc.so.6;_IO_getline_info - /usr/lib/x86_64-linux-gnu/libc.so.6;_IO_default_uflow - /usr/lib/x86_64-linux-gnu/libc.so.6;_IO_file_underflow@@GLIBC_2.2.5 - /usr/lib/x86_64-linux-gnu/libc.so.6;read - /usr/lib/x86_64-linux-gnu/libc.so.6 1
  __clone3 - /usr/lib/x86_64-linux-gnu/libc.so.6;start_thread - /usr/lib/x86_64-linux-gnu/libc.so.6;run - /home/dev/works/src/bin/threads;locked - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads 1
  __clone3 - /usr/lib/x86_64-linux-gnu/libc.so.6;start_thread - /usr/lib/x86_64-linux-gnu/libc.so.6;run - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads;rec - /home/dev/works/src/bin/threads 1
  __clone3 - /usr/lib/x86_64-linux-gnu/libc.so.6;start_thread - /usr/lib/x86_64-linux-gnu/libc.so.6;run - /home/dev/works/src/bin/threads;touch - /home/dev/works/src/bin/threads;__libc_malloc - /usr/lib/x86_64-linux-gnu/libc.so.6 1
  __clone3 - /usr/lib/x86_64-linux-gnu/libc.so.6;start_thread - /usr/lib/x86_64-linux-gnu/libc.so.6;run - /home/dev/works/src/bin/threads;usleep - /usr/lib/x86_64-linux-gnu/libc.so.6;__nanosleep - /usr/lib/x86_64-linux-gnu/libc.so.6;clock_nanosleep@GLIBC_2.2.5 - /usr/lib/x86_64-linux-gnu/libc.so.6 1
  _start - /home/dev/works/src/bin/threads;__libc_start_main@@GLIBC_2.34 - /usr/lib/x86_64-linux-gnu/libc.so.6;__libc_start_call_main - /usr/lib/x86_64-linux-gnu/libc.so.6;main - /home/dev/works/src/bin/threads;__pthread_clockjoin_ex - /usr/lib/x86_64-linux-gnu/libc.so.6;__futex_abstimed_wait_common - /usr/lib/x86_64-linux-gnu/libc.so.6 1

# opt-pid-tid

  $ cat >in <<'END'
  > PID 10 - process
  > TID 10:
  > #0  0x00007f1000000001 read
  > #1  0x00007f1000000003 main
  > TID 11:
  > #0  0x00007f1000000001 read
  > PID 20
  > TID 20:
  > #0  0x00007f1000000001 read
  > END
  $ for o in --pid --tid "--pid --tid"; do stackcollapse-elfutils.pl $o in; done
  PID=10;main;read 1
  PID=10;read 1
  PID=20;read 1
  TID=10;main;read 1
  TID=11;read 1
  TID=20;read 1
  PID=10;TID=10;main;read 1
  PID=10;TID=11;read 1
  PID=20;TID=20;read 1
  $ printf "#0  0x1 a\n" | collapse-elfutils --pid --tid - in
  PID=10;TID=10;main;read 1
  PID=10;TID=11;read 1
  PID=20;TID=20;read 1
  PID=;TID=;a 1

# threads

  $ collapse-elfutils <"$FIXTURES/elfutils/threads.txt"
  __clone3;start_thread;run;__nanosleep;clock_nanosleep@GLIBC_2.2.5 2
  __clone3;start_thread;run;do_io;_IO_fgets;_IO_getline_info;_IO_default_uflow;_IO_file_underflow@@GLIBC_2.2.5;read 1
  __clone3;start_thread;run;do_io;__fopen_internal;_IO_file_fopen@@GLIBC_2.2.5;_IO_file_open;__open 1
  __clone3;start_thread;run;locked;__pthread_mutex_lock@GLIBC_2.2.5;__GI___lll_lock_wait 1
  __clone3;start_thread;run;locked;rec;rec;rec;rec;rec 2
  __clone3;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 2
  __clone3;start_thread;run;touch;__libc_malloc 1
  __clone3;start_thread;run;touch;free 1
  __clone3;start_thread;run;usleep;__nanosleep;clock_nanosleep@GLIBC_2.2.5 1
  _start;__libc_start_main@@GLIBC_2.34;__libc_start_call_main;main;__pthread_clockjoin_ex;__futex_abstimed_wait_common 2
