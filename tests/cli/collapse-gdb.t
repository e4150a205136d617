SPDX-License-Identifier: MIT

# cxx

  $ collapse-gdb <"$FIXTURES/gdb/cxx.txt"
  clone3;start_thread;??;std::thread::_State_impl<std::thread::_Invoker<std::tuple<main()::<lambda()> > > >::_M_run;std::thread::_Invoker<std::tuple<main()::<lambda()> > >::operator();std::thread::_Invoker<std::tuple<main()::<lambda()> > >::_M_invoke<0>;std::__invoke<main()::<lambda()> >;std::__invoke_impl<void, main()::<lambda()> >;operator();(anonymous namespace)::Holder::operator<;__libc_pause 1
  clone3;start_thread;??;std::thread::_State_impl<std::thread::_Invoker<std::tuple<main()::<lambda()> > > >::_M_run;std::thread::_Invoker<std::tuple<main()::<lambda()> > >::operator();std::thread::_Invoker<std::tuple<main()::<lambda()> > >::_M_invoke<0>;std::__invoke<main()::<lambda()> >;std::__invoke_impl<void, main()::<lambda()> >;operator();app::Pair<int, std::vector<long, std::allocator<long> > >::run;std::function<int (int)>::operator();std::_Function_handler<int(int), (anonymous namespace)::Holder>::_M_invoke;std::__invoke_r<int, (anonymous namespace)::Holder&, int>;std::__invoke_impl<int, (anonymous namespace)::Holder&, int>;(anonymous namespace)::Holder::operator();__libc_pause 1
  clone3;start_thread;??;std::thread::_State_impl<std::thread::_Invoker<std::tuple<main()::<lambda()> > > >::_M_run;std::thread::_Invoker<std::tuple<main()::<lambda()> > >::operator();std::thread::_Invoker<std::tuple<main()::<lambda()> > >::_M_invoke<0>;std::__invoke<main()::<lambda()> >;std::__invoke_impl<void, main()::<lambda()> >;operator();app::apply<main()::<lambda()>::<lambda(int)> >;app::apply<main()::<lambda()>::<lambda(int)> >;app::apply<main()::<lambda()>::<lambda(int)> >;operator();__libc_pause 1
  main;std::thread::join();__pthread_clockjoin_ex;__GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 1

# ends-of-stacks

  $ cat >in <<'END'
  > #0  a () at a.c:1
  > #1  main () at a.c:2
  > #0  b () at a.c:1
  > #1  main () at a.c:2
  > Thread 2 (LWP 32):
  > #0  c () at a.c:1
  > No locals.
  > #1  main () at a.c:2
  > (More stack frames follow...)
  > Thread 1 (LWP 31):
  > #0  d () at a.c:1
  >         y = {
  >           z = 3}
  > #1  main () at a.c:2
  > [Inferior 1 (process 31) detached]
  > #x
  > #5  late () at a.c:1
  > END
  $ stackcollapse-gdb.pl in
  late 1
  main;a 1
  main;b 1
  main;c 1
  main;d 1
  $ sed "s/$/\r/" in | collapse-gdb -q
  late 1
  main;a 1
  main;b 1
  main;c 1
  main;d 1
  $ cat err
  stackcollapse-gdb.pl: skipped 1 group of callers that gdb did not print

# err-other-input

  $ echo "int main(void) { return 0; }" >in.c
  $ collapse-gdb in.c in.c; echo "exit $?"
  exit 1
  $ collapse-gdb --no-such-option in.c; echo "exit $?"
  exit 2
  $ collapse-gdb missing.txt
  [1]
  $ cat err
  collapse-gdb: nothing recognised in the input (2 lines)
  collapse-gdb: option '--no-such-option' is not known; try 'collapse-gdb --help'
  collapse-gdb: missing.txt: No such file or directory

# full

  $ collapse-gdb <"$FIXTURES/gdb/full.txt"
  __GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 1
  app::apply<main()::<lambda()>::<lambda(int)> >;operator();__libc_pause 1
  operator();(anonymous namespace)::Holder::operator<;__libc_pause 1
  std::__invoke_impl<int, (anonymous namespace)::Holder&, int>;(anonymous namespace)::Holder::operator();__libc_pause 1

# java

  $ collapse-gdb <"$FIXTURES/gdb/java.txt"
  ??;??;??;?? 1
  ??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;??;?? 1
  ??;??;??;??;JVM_MonitorWait;ObjectSynchronizer::wait(Handle, long, JavaThread*);ObjectMonitor::wait(long, bool, JavaThread*);os::PlatformEvent::park(long);___pthread_cond_timedwait64;__pthread_cond_wait_common;__GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 1
  ??;??;Unsafe_Park;Parker::park(bool, long);___pthread_cond_timedwait64;__pthread_cond_wait_common;__GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 1
  clone3;start_thread;thread_native_entry(Thread*);Thread::call_run();GangWorker::run();GangWorker::loop();PosixSemaphore::wait();__new_sem_wait_slow64;do_futex_wait;__GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 1

# names

  $ cat >in <<'END'
  > Thread 1 (LWP 5):
  > #0  0x0000000000401200 in f (a=1,
  >     b="x (y") at z.c:1
  > #1  main () at m.c:3
  > #2  <signal handler called>
  > #3  f ()
  > #4  has0xinside (x=1) at a (b).c:3
  > #5  operator new (sz=3) at x.cc:1
  > #6  std::function<void ()>::operator()() const (this=0x1) at functional:5
  > #7  g (c=60 '(', d=0x55 "a\"(") from /lib (x)/y.so
  > #8  operator<< <char> (o=..., x=...) at y
  > #9
  > #10 T::operator-> (this=0x0)
  > #11 <alloc::vec::Vec<T> as core::ops::Drop>::drop (self=0x7)
  > #12 (anonymous namespace)::anon (z=2) at anon.cc:3
  > #13 0x00007fa01c2d44a3 in ?? () from /lib/x86_64-linux-gnu/libstdc++.so.6
  > #14 std::thread::join() () from /lib/libstdc++.so.6
  > #15 name; with a semicolon
  > END
  $ collapse-gdb in | tr ";" "\n"
  name: with a semicolon
  std::thread::join()
  ??
  (anonymous namespace)::anon
  <alloc::vec::Vec<T> as core::ops::Drop>::drop
  T::operator->
  [unknown]
  operator<< <char>
  g
  std::function<void ()>::operator()
  operator new
  has0xinside
  f
  <signal handler called>
  main
  f 1

# opt-thread-names

  $ collapse-gdb --thread-names "$FIXTURES/gdb/threads.txt"
  1234;clone3;start_thread;run;do_io;_IO_fgets;__GI__IO_getline;__GI__IO_getline_info;__GI__IO_default_uflow;_IO_new_file_underflow;__GI___libc_read;__GI___libc_read 1
  1234;clone3;start_thread;run;do_io;_IO_new_fopen;__fopen_internal;_IO_new_file_fopen;__GI__IO_file_open;__libc_open64 1
  kworker/0:1 fak;clone3;start_thread;run;__GI___nanosleep;__GI___clock_nanosleep 2
  lead space;clone3;start_thread;run;locked;___pthread_mutex_lock;lll_mutex_lock_optimized;__GI___lll_lock_wait;futex_wait 2
  my worker 1;clone3;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 2
  my worker 2;clone3;start_thread;run;locked;rec;rec;rec;rec;rec 2
  threads;main;___pthread_join;__pthread_clockjoin_ex;__GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 2
  x: y z;clone3;start_thread;run;touch;__GI___libc_malloc;_int_malloc 2
  $ printf 'Thread 3 (LWP 33):\n#0  main () at a.c:1\n\nThread 4:\n#0  main () at a.c:1\n\n#0  f () at a.c:1\n' | collapse-gdb --thread-names
  LWP 33;main 1
  [unknown];main 1
  f 1

# threads

  $ collapse-gdb <"$FIXTURES/gdb/threads.txt"
  clone3;start_thread;run;__GI___nanosleep;__GI___clock_nanosleep 2
  clone3;start_thread;run;do_io;_IO_fgets;__GI__IO_getline;__GI__IO_getline_info;__GI__IO_default_uflow;_IO_new_file_underflow;__GI___libc_read;__GI___libc_read 1
  clone3;start_thread;run;do_io;_IO_new_fopen;__fopen_internal;_IO_new_file_fopen;__GI__IO_file_open;__libc_open64 1
  clone3;start_thread;run;locked;___pthread_mutex_lock;lll_mutex_lock_optimized;__GI___lll_lock_wait;futex_wait 2
  clone3;start_thread;run;locked;rec;rec;rec;rec;rec 2
  clone3;start_thread;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 2
  clone3;start_thread;run;touch;__GI___libc_malloc;_int_malloc 2
  main;___pthread_join;__pthread_clockjoin_ex;__GI___futex_abstimed_wait_cancelable64;__futex_abstimed_wait_common;__futex_abstimed_wait_common64 2

# an-empty-line-behind-each-line

  $ printf 'Thread 2 (LWP 7):\n\n#0  sell () at a.c:1\n\n#1  run () at a.c:2\n\n\n\nThread 1 (LWP 6):\n\n#0  count ()\n' | collapse-gdb --thread-names
  LWP 6;count 1
  LWP 7;run;sell 1
