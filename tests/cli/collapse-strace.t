SPDX-License-Identifier: MIT

# frames

  $ printf '%s\n' 'read(3, "", 4) = 0' ' > /lib/x (deleted)(ns::f(int, char)+0x1f) [0x1]' ' > /bin/app() [0x4005d0]' ' > a;b(c+d+0x2) [0x2] x.c:7' ' > unexpected_backtracing_error [0x3]' ' > ' | collapse-strace
  # flambeau: unit=calls
  [unknown];[unknown];c+d;[app];ns::f(int, char);syscall:read 1

# no-function
the kernel has its mark already; where strace found no more callers, that has no name

  $ printf '%s\n' 'close(3) = 0' ' > [vdso]() [0x1]' ' > /opt/mill(main+0x2) [0x2]' ' > unexpected_backtracing_error [0x3]' | collapse-strace --strict
  # flambeau: unit=calls
  [unknown];main;[vdso];syscall:close 1

# odd-lines

  $ printf '%s\n' ' > /bin/a(early+0x1) [0x1]' 'hello world' ' > /bin/a(f+0x1) [0x1]' '--- SIGCHLD {si_signo=SIGCHLD} ---' ' > /bin/a(g+0x1) [0x1]' '1.5 futex(0x1strace: Process 7 attached' '7 exit(0) = ?' '7 +++ exited with 0 +++' ' > /bin/a(h+0x1) [0x1]' '7 +++ killed +++' '     0.000012 close(3) = 0' '<... x y resumed>) = 0' | tee in | collapse-strace
  # flambeau: unit=calls
  h;syscall:exit 1
  syscall:close 1
  $ echo "exit $?"
  exit 0
  $ collapse-strace --strict in
  [1]
  $ cat err
  collapse-strace: standard input:1: not understood: ' > /bin/a(early+0x1) [0x1]'
  collapse-strace: standard input:2: not understood: 'hello world'
  collapse-strace: standard input:12: not understood: '<... x y resumed>) = 0'
  collapse-strace: skipped 3 lines not understood
  collapse-strace: in:1: not understood: ' > /bin/a(early+0x1) [0x1]'
  collapse-strace: in:2: not understood: 'hello world'
  collapse-strace: in:12: not understood: '<... x y resumed>) = 0'
  collapse-strace: skipped 3 lines not understood
  collapse-strace: no output: part of the input was not understood

# pid

  $ collapse-strace --pid "$FIXTURES/strace/threads.txt" | head -n 3
  # flambeau: unit=calls
  pid 11762;__xmknodat;pthread_condattr_setpshared;run;locked;pthread_mutex_trylock;__lll_lock_wake_private;syscall:futex 2
  pid 11763;__xmknodat;pthread_condattr_setpshared;run;do_io;fgets;_IO_getline_info;_IO_default_uflow;_IO_file_underflow;read;syscall:read 2
  $ printf '%s\n' '[pid 30695<my sl>] 20:32:35.74 read(3, "", 4) = 0 <0.5>' ' > /bin/a(b+0x1) [0x1]' '20:32:35 [' >in
  $ collapse-strace --pid in
  # flambeau: unit=calls
  my sl-30695;b;syscall:read 1
  $ collapse-strace in
  # flambeau: unit=calls
  my sl;b;syscall:read 1
  $ cat err
  collapse-strace: in:3: not understood: '20:32:35 ['
  collapse-strace: skipped 1 line not understood
  collapse-strace: in:3: not understood: '20:32:35 ['
  collapse-strace: skipped 1 line not understood

# returns

  $ printf 'read(3) = 0 <0.25>\r\n > /bin/a(f+0x1) [0x1]\r\n' | collapse-strace --time
  # flambeau: unit=us
  f;syscall:read 250000

# threads

  $ collapse-strace "$FIXTURES/strace/threads.txt"
  # flambeau: unit=calls
  __xmknodat;pthread_condattr_setpshared;run;do_io;fgets;_IO_getline_info;_IO_default_uflow;_IO_file_underflow;read;syscall:read 2
  __xmknodat;pthread_condattr_setpshared;run;locked;pthread_mutex_lock;__lll_lock_wait_private;syscall:futex 1
  __xmknodat;pthread_condattr_setpshared;run;locked;pthread_mutex_trylock;__lll_lock_wake_private;syscall:futex 3
  __xmknodat;pthread_condattr_setpshared;run;nanosleep;clock_nanosleep;syscall:clock_nanosleep 3
  __xmknodat;pthread_condattr_setpshared;run;nanosleep;clock_nanosleep;syscall:restart_syscall 1
  __xmknodat;pthread_condattr_setpshared;run;usleep;nanosleep;clock_nanosleep;syscall:clock_nanosleep 1

# time

  $ collapse-strace --time "$FIXTURES/strace/times.txt" | tail -n 5
  _start;__libc_start_main;__libc_init_first;main;pthread_create;syscall:rt_sigprocmask 8
  _start;__libc_start_main;__libc_init_first;main;pthread_join;__nptl_death_event;syscall:futex 245777
  _start;__libc_start_main;__libc_init_first;main;pthread_setname_np;__close_nocancel;syscall:close 7
  _start;__libc_start_main;__libc_init_first;main;pthread_setname_np;__open64_nocancel;syscall:openat 23
  _start;__libc_start_main;__libc_init_first;main;pthread_setname_np;__write_nocancel;syscall:write 1031
  $ collapse-strace --time "$FIXTURES/strace/threads.txt" 2>&1 | tail -n 1
  collapse-strace: no stacks in the input (95 lines)

# times

  $ collapse-strace "$FIXTURES/strace/times.txt"
  # flambeau: unit=calls
  __xmknodat;pthread_condattr_setpshared;__madvise;syscall:madvise 2
  __xmknodat;pthread_condattr_setpshared;syscall:exit 1
  __xmknodat;pthread_condattr_setpshared;syscall:rseq 1
  __xmknodat;pthread_condattr_setpshared;syscall:rt_sigprocmask 3
  __xmknodat;pthread_condattr_setpshared;syscall:set_robust_list 1
  __xmknodat;pthread_condattr_setpshared;work;usleep;nanosleep;clock_nanosleep;syscall:clock_nanosleep 16
  _dl_catch_error;_dl_catch_error;_dl_catch_error;_dl_catch_error;__libc_early_init;getrlimit;syscall:prlimit64 1
  _dl_catch_error;_dl_catch_error;_dl_catch_error;_dl_catch_error;_dl_debug_state;_dl_catch_exception;_dl_debug_state;__nptl_change_stack_perm;__nptl_change_stack_perm;_dl_catch_error;syscall:close 1
  _dl_catch_error;_dl_catch_error;_dl_catch_error;_dl_catch_error;_dl_debug_state;_dl_catch_exception;_dl_debug_state;__nptl_change_stack_perm;__nptl_change_stack_perm;_dl_catch_error;syscall:read 1
  _dl_catch_error;syscall:execve 1
  _start;__libc_start_main;__libc_init_first;exit;erand48_r;_exit;syscall:exit_group 1
  _start;__libc_start_main;__libc_init_first;main;pthread_create;syscall:rt_sigprocmask 1
  _start;__libc_start_main;__libc_init_first;main;pthread_join;__nptl_death_event;syscall:futex 2
  _start;__libc_start_main;__libc_init_first;main;pthread_setname_np;__close_nocancel;syscall:close 1
  _start;__libc_start_main;__libc_init_first;main;pthread_setname_np;__open64_nocancel;syscall:openat 1
  _start;__libc_start_main;__libc_init_first;main;pthread_setname_np;__write_nocancel;syscall:write 1
  syscall:exit 1
