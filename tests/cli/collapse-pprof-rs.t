SPDX-License-Identifier: MIT

# reports

  $ collapse-pprof-rs "$FIXTURES/pprof-rs/report.txt"
  app;main;app::main;app::operator-> 3
  app;main;std::rt::lang_start::{{closure}};app::main;app::index::Index::insert;app::hash::<impl app::Key for u64>::mix;core::hint::black_box 412
  worker-1;std::sys::thread::Thread::new::thread_start;app::worker::run;app::index::Index::insert 97
  worker-2;std::sys::thread::Thread::new::thread_start;app::worker::run;app::index::Index::insert 101
  $ echo '== without threads'
  == without threads
  $ collapse-pprof-rs --no-thread-names "$FIXTURES/pprof-rs/report.txt"
  main;app::main;app::operator-> 3
  main;std::rt::lang_start::{{closure}};app::main;app::index::Index::insert;app::hash::<impl app::Key for u64>::mix;core::hint::black_box 412
  std::sys::thread::Thread::new::thread_start;app::worker::run;app::index::Index::insert 198
  $ echo '== without labels'
  == without labels
  $ collapse-pprof-rs "$FIXTURES/pprof-rs/plain.txt"
  app;main;app::main 5
  app;main;app::main;app::copy;memcpy 12
  $ printf 'FRAME: a;b -> THREAD:  7\nFRAME: a -> THREAD: t\n\n' | collapse-pprof-rs
  [unknown];a:b 7
  $ cat err
  collapse-pprof-rs: standard input:2: not understood: 'FRAME: a -> THREAD: t'
  collapse-pprof-rs: skipped 1 line not understood

# strict-nothing
strict: what was not understood is shown where nothing else was either

  $ echo hello | collapse-pprof-rs
  [1]
  $ echo "exit $?"
  exit 1
  $ echo hello | collapse-pprof-rs --strict
  [1]
  $ cat err
  collapse-pprof-rs: nothing recognised in the input (1 lines)
  collapse-pprof-rs: standard input:1: not understood: 'hello'
  collapse-pprof-rs: skipped 1 line not understood
  collapse-pprof-rs: no output: part of the input was not understood
