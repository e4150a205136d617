SPDX-License-Identifier: MIT

# bad-lines

  $ printf '%s\n' 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b' 'a 1 1.5: sched:sched_stat_sleep: comm=a pid=x delay=5 [ns]' 'a 1 1.5: sched:sched_switch: a;x:1 [120] S ==> b:2 [120]' '	ffff f;g (m)' 'a 1 1.4: sched:sched_switch: b:2 [120] S ==> a;x:1 [120]' 'b 1 1.6: sched:sched_switch: a;x:1 [120] S ==> b:2 [120]' '	fff0 0 ([x])' '	fff1' '  dd  1 1.7: cycles:' '	fff0 not_here' 'b 1 1.8: sched:sched_switch: b:2 [120] S ==> a;x:1 [120]' | tee in | collapse-perf-sched
  # flambeau: unit=us
  a:x;[unknown];0 200000
  b 200000
  $ echo "exit $?"
  exit 0
  $ collapse-perf-sched --strict in
  [1]
  $ cat err
  collapse-perf-sched: standard input:1: not understood: 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b'
  collapse-perf-sched: standard input:2: not understood: 'a 1 1.5: sched:sched_stat_sleep: comm=a pid=x delay=5 [ns]'
  collapse-perf-sched: standard input:5: cannot be counted: 'a negative time'
  collapse-perf-sched: skipped 2 lines not understood, 1 value that cannot be counted, 1 event of another kind
  collapse-perf-sched: in:1: not understood: 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b'
  collapse-perf-sched: in:2: not understood: 'a 1 1.5: sched:sched_stat_sleep: comm=a pid=x delay=5 [ns]'
  collapse-perf-sched: in:5: cannot be counted: 'a negative time'
  collapse-perf-sched: skipped 2 lines not understood, 1 value that cannot be counted, 1 event of another kind
  collapse-perf-sched: no output: part of the input was not understood

# chain

  $ collapse-perf-sched --chain -v "$FIXTURES/perf-sched/wakeups.txt"
  # flambeau: unit=us
  db writer;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule;ttwu_do_activate;futex_wake;pthread_cond_signal;reader;-;pread64;io_schedule;__schedule;ttwu_do_activate;end_bio_bh_io_sync;swapper 100400
  reader;__schedule;ttwu_do_activate;kworker/0:1 9
  reader;pread64;io_schedule;__schedule;ttwu_do_activate;end_bio_bh_io_sync;swapper 2500
  $ stackcollapse-perf-sched.awk -v recurse=1 -v record_tid=0 record_wake_stack= "$FIXTURES/perf-sched/wakeups.txt"
  db writer;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule;ttwu_do_activate;futex_wake;pthread_cond_signal;reader;-;pread64;io_schedule;__schedule;ttwu_do_activate;end_bio_bh_io_sync;swapper 100400
  reader;__schedule;ttwu_do_activate;kworker/0:1 9
  reader;pread64;io_schedule;__schedule;ttwu_do_activate;end_bio_bh_io_sync;swapper 2500
  $ cat err
  collapse-perf-sched: skipped 1 wakeup of a thread that was not seen to sleep

# fields
other fields of perf script change nothing: before the time, between frames, below the stack

  $ cat >plain <<'END'
  > vi  77/77    [001]     5.000000: sched:sched_switch: prev_comm=vi prev_pid=77 prev_prio=120 prev_state=S ==> next_comm=sh next_pid=8 next_prio=120
  > 	ffffffff81c04a1e __schedule ([kernel.kallsyms])
  > 	    7f1200000001 read (/lib/libc.so.6)
  >
  > sh  8/9    [001]     5.000009: sched:sched_stat_sleep: comm=vi pid=77 delay=9000 [ns]
  > 	ffffffff81c04a1e ttwu ([kernel.kallsyms])
  >
  > END
  $ sed 's/\[001\] /&U     2026-01-26 03:56:58.132978 /; s/^\t.*/&\n  file.c:12/; s/^$/ ABI:2    AX:0x1\n 0x1\/0x2\/P\/-\/-\/1\n/' plain >fields
  $ sed 's/  *5.0/ K      5.0/' plain >misc
  $ for text in plain fields misc; do
  > 	collapse-perf-sched --no-header --wake-stacks --strict --labels tid,cpu $text
  > done
  @cpu=1;@tid=77;vi;read;__schedule;ttwu;sh 9
  @cpu=1;@tid=77;vi;read;__schedule;ttwu;sh 9
  @cpu=1;@tid=77;vi;read;__schedule;ttwu;sh 9

# offsets
offsets are dropped, as collapse-perf drops them

  $ for options in '' --offsets; do
  > 	collapse-perf-sched --no-header $options <<'END'
  > vi  77/77    [001]     5.000000: sched:sched_switch: prev_comm=vi prev_pid=77 prev_prio=120 prev_state=S ==> next_comm=sh next_pid=8 next_prio=120
  > 	ffffffff81c04a1e __schedule+0x2de ([kernel.kallsyms])
  > 	    7f1200000001 read+0x1 (/lib/libc.so.6)
  > 	        5500abcd std::function<int (int)>::operator+0xdead (/opt/vi)
  >
  > sh  8/8    [001]     5.000009: sched:sched_switch: prev_comm=sh prev_pid=8 prev_prio=120 prev_state=S ==> next_comm=vi next_pid=77 next_prio=120
  > 	ffffffff81c04a1e __schedule+0x2de ([kernel.kallsyms])
  >
  > END
  > done
  vi;std::function<int (int)>::operator;read;__schedule 9
  vi;std::function<int (int)>::operator+0xdead;read+0x1;__schedule+0x2de 9

# overflow

  $ for i in 1 2; do
  > 	printf '%s\n' 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b:2 [120]' '	ffff f (m)' '' 'b 2 1.8: sched:sched_stat_sleep: comm=a pid=1 delay=18446744073709551615 [ns]' ''
  > done | collapse-perf-sched
  [1]
  $ cat err
  collapse-perf-sched: count beyond 2^64-1: 'a;f'

# pasted
a terminal has blanks for tabs, and addresses of a program that is not moved are short

  $ expand "$FIXTURES/perf-sched/wakeups.txt" | collapse-perf-sched >out
  $ collapse-perf-sched "$FIXTURES/perf-sched/wakeups.txt" | diff - out

# record-tid

  $ collapse-perf-sched --record-tid "$FIXTURES/perf-sched/wakeups.txt"
  # flambeau: unit=us
  db writer-31863;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule 100400
  reader-31877;__schedule 9
  reader-31877;pread64;io_schedule;__schedule 2500
  $ stackcollapse-perf-sched.awk -v record_tid=1 "$FIXTURES/perf-sched/wakeups.txt"
  db writer-31863;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule 100400
  reader-31877;__schedule 9
  reader-31877;pread64;io_schedule;__schedule 2500

# several-files

  $ printf '%s\n' 'a 1 1.5: sched:sched_switch: a:1 [120] S ==> b:2 [120]' '	ffff f (m)' >1
  $ printf '%s\n' 'b 2 1.8: sched:sched_switch: b:2 [120] S ==> a:1 [120]' >2
  $ cat 1 2 | collapse-perf-sched
  # flambeau: unit=us
  a;f 300000
  $ collapse-perf-sched 1 2
  [1]
  $ cat err
  collapse-perf-sched: 1: this is the output of perf script; try: collapse-perf 1

# short

  $ for delay in 600 500 999; do
  > 	printf '%s\n' "a 1 1.5: sched:sched_switch: a:1 [120] S ==> b:2 [120]" "	ffff f$delay (m)" '' "b 2 1.8: sched:sched_stat_sleep: comm=a pid=1 delay=$delay [ns]" ''
  > done >in
  $ collapse-perf-sched in
  [1]
  $ collapse-perf-sched in in
  # flambeau: unit=us
  a;f500 1
  a;f600 1
  a;f999 1
  $ cat err
  collapse-perf-sched: skipped 3 stacks of less than 1 us
  collapse-perf-sched: no stacks: none of 3 samples was selected

# switches

  $ collapse-perf-sched "$INPUTS/switches.txt"
  # flambeau: unit=us
  my worker 2;start_thread;__GI___lll_lock_wait;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_futex;do_futex;futex_wait;__futex_wait;futex_do_wait;schedule;__schedule 6809
  my worker 2;start_thread;clock_nanosleep@GLIBC_2.2.5;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_clock_nanosleep;common_nsleep;hrtimer_nanosleep;do_nanosleep;schedule;__schedule 8156
  sl;clone3;entry_SYSCALL_64_after_hwframe;do_syscall_64;exit_to_user_mode_loop;schedule;__schedule 8250
  sl;start_thread;__GI___lll_lock_wait;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_futex;do_futex;futex_wait;__futex_wait;futex_do_wait;schedule;__schedule 4565
  sl;start_thread;__GI___lll_lock_wake;entry_SYSCALL_64_after_hwframe;do_syscall_64;exit_to_user_mode_loop;schedule;__schedule 9
  sl;start_thread;clock_nanosleep@GLIBC_2.2.5;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_clock_nanosleep;common_nsleep;hrtimer_nanosleep;do_nanosleep;schedule;__schedule 11026
  $ collapse-perf-sched --no-header --tid "$INPUTS/switches.txt" | head -n 1
  my worker 2-19098;start_thread;__GI___lll_lock_wait;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_futex;do_futex;futex_wait;__futex_wait;futex_do_wait;schedule;__schedule 6809

# wake-stacks

  $ collapse-perf-sched --wake-stacks "$FIXTURES/perf-sched/wakeups.txt"
  # flambeau: unit=us
  db writer;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule;ttwu_do_activate;futex_wake;pthread_cond_signal;reader 100400
  reader;__schedule;ttwu_do_activate;kworker/0:1 9
  reader;pread64;io_schedule;__schedule;ttwu_do_activate;end_bio_bh_io_sync;swapper 2500
  $ stackcollapse-perf-sched.awk -v record_wake_stack=1 -v record_tid=1 "$FIXTURES/perf-sched/wakeups.txt"
  db writer-31863;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule;ttwu_do_activate;futex_wake;pthread_cond_signal;reader-31877 100400
  reader-31877;__schedule;ttwu_do_activate;kworker/0:1-12 9
  reader-31877;pread64;io_schedule;__schedule;ttwu_do_activate;end_bio_bh_io_sync;swapper-0 2500

# wakeups

  $ collapse-perf-sched "$FIXTURES/perf-sched/wakeups.txt"
  # flambeau: unit=us
  db writer;main;Queue::take(std::chrono::duration<long>);pthread_cond_wait;futex_wait;schedule;__schedule 100400
  reader;__schedule 9
  reader;pread64;io_schedule;__schedule 2500

# recording

needs: python3

A recording with records of switches gives how long threads waited, without perf script.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 1000000 in 7
  > 1100000 sample 7 main;setup
  > 1200000 fork 8 7
  > 1200000 fork 9 7
  > 1300000 switch 7 main;join;k:do_futex;k:schedule
  > 1300000 out 7
  > 1300000 in 8
  > 1300000 in 9
  > 1400000 sample 8 start;b
  > 1500000 switch 8 start;lock;k:do_futex;k:schedule
  > 1500000 out 8
  > 1900000 sample 9 start;c
  > 2000000 wake 8 9 start;c;unlock
  > 2050000 sample 9 start;cleanup
  > 2100000 in 8
  > 2100000 exit 9
  > 2200000 sample 8 start;b2
  > 2300000 wake 7 8 start;exit
  > 2350000 exit 8
  > 2400000 in 7
  > 2500000 sample 7 main;end
  > 2500000 exit 7
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches,sched:sched_waking made <history
  $ collapse-perf-sched made/wall.data 2>/dev/null
  # flambeau: unit=us
  # flambeau: frequency=999
  demo;[not sampled] 200
  demo;[perf-7.map];[perf-7.map];do_futex;schedule 1700
  $ collapse-perf-sched --record-tid --wake-stacks --labels state,tid made/wall.data 2>/dev/null
  # flambeau: unit=us
  # flambeau: frequency=999
  @state=blocked:lock;@tid=7;demo-7;[perf-7.map];[perf-7.map];do_futex;schedule;--;[perf-7.map];[perf-7.map];demo-8 1000
  @state=blocked:lock;@tid=8;demo-8;[perf-7.map];[perf-7.map];do_futex;schedule;--;[perf-7.map];[perf-7.map];[perf-7.map];demo-9 500
  @state=runnable;@tid=7;demo-7;[perf-7.map];[perf-7.map];do_futex;schedule 100
  @state=runnable;@tid=8;demo-8;[not sampled] 100
  @state=runnable;@tid=8;demo-8;[perf-7.map];[perf-7.map];do_futex;schedule 100
  @state=runnable;@tid=9;demo-9;[not sampled] 100
  $ collapse-perf-sched --chain made/wall.data
  [1]
  $ python3 -B "$TESTS/system/recordings/perfdata.py" "$FIXTURES/perf/threads-fp.txt" samples
  $ collapse-perf-sched samples/file.data
  [1]
  $ stackcollapse-perf-sched.awk made/wall.data
  [1]
  $ cat err
  collapse-perf-sched: --chain is for the text of perf script, not for its recordings
  collapse-perf-sched: samples/file.data: no records of switches: record-stacks --wall, perf record --switch-events and perf sched record -g make them
  stackcollapse-perf-sched.awk: recordings of perf are read by collapse-perf-sched

# records-that-perf-lost
of perf script --show-lost-events

  $ cat >in <<'EOF'
  > app  1234 [000] 10.000000: sched:sched_switch: prev_comm=app prev_pid=1234 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
  > 	ffffffff81000001 __schedule+0x1 ([kernel.kallsyms])
  > 	        55d00001 main+0x1 (/srv/a)
  >
  > app  1234 [000] 10.200000: PERF_RECORD_LOST lost 7
  > app  1234 [000] 10.300000: PERF_RECORD_COMM: app:1234/1234
  > app  1234 [000] 10.400000: PERF_RECORD_LOST_SAMPLES lost 3
  > swapper     0 [000] 10.500000: sched:sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=1234 next_prio=120
  > 	ffffffff81000001 __schedule+0x1 ([kernel.kallsyms])
  >
  > EOF
  $ collapse-perf-sched in
  # flambeau: unit=us
  app;main;__schedule 500000
  $ cat err
  collapse-perf-sched: skipped 1 event of another kind, 10 records that perf lost
