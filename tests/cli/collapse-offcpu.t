SPDX-License-Identifier: MIT

# bpftrace

  $ collapse-offcpu "$FIXTURES/bpftrace/offcpu.txt" | tail -n 2
  rcu_preempt, bpftrace;ret_from_fork_asm;ret_from_fork;kthread;rcu_gp_kthread;rcu_gp_fqs_loop;schedule_timeout;schedule;__schedule 159592
  rcu_preempt, my worker 1;ret_from_fork_asm;ret_from_fork;kthread;rcu_gp_kthread;schedule;__schedule 19
  $ collapse-offcpu --map b <<'EOF'
  > @a[
  >     f
  > ]: 1
  > @b[
  >     g
  > ]: 2
  > EOF
  g 2

# folded

  $ printf '%s\n' 'Tracing off-CPU time (ms) of all threads by user + kernel stack... Hit Ctrl-C to end.' '^C' 'vi;read;-;schedule 103' 'my worker 1;a 2 5' 'alone 7' 'what is this' 'vi;read;-;schedule 1' | tee in | collapse-offcpu -v
  # flambeau: unit=ms
  alone 7
  my worker 1;a 2 5
  vi;read;-;schedule 104
  $ collapse-offcpu --strict in
  [1]
  $ cat err
  collapse-offcpu: standard input:6: not understood: 'what is this'
  collapse-offcpu: skipped 1 line not understood
  collapse-offcpu: counts are ms: flamegraph --countname ms
  collapse-offcpu: in:6: not understood: 'what is this'
  collapse-offcpu: skipped 1 line not understood
  collapse-offcpu: no output: part of the input was not understood

# interrupted
Ctrl-C in front of the first stack; text that was indented as a whole

  $ printf '%s\n' 'Tracing off-CPU time (us) of all threads... Hit Ctrl-C to end.' '^C    schedule' '    kthread' \
  > 	'    -                rcuos/0 (12)' '        22' >in
  $ collapse-offcpu --strict in
  # flambeau: unit=us
  rcuos/0;kthread;schedule 22
  $ sed 's/^/    /' in | collapse-offcpu --strict
  # flambeau: unit=us
  rcuos/0;kthread;schedule 22

# lost
what the tool says of stacks that it lost, and of names that it did not find

  $ collapse-offcpu --no-header <<'END'
  >     schedule
  >     --
  >   failed to get syms
  >     -                app (7)
  >         5
  >
  > WARNING: 3 stack traces lost and could not be displayed.
  > WARNING: Could not find a section
  > END
  app;[unknown];--;schedule 5
  $ cat err
  collapse-offcpu: skipped 3 stacks that the tool lost

# modules
behind an offset, or behind an address, is a module; stackcount prints processes in square brackets

  $ collapse-offcpu --no-header --strict <<'END'
  >     #0  0xffffffff81b0a7e8 schedule+0x2c
  >     --
  >     #1  0x00007fa0bffd14d4 nap+0x94 (/usr/lib/libc-2.31.so+0x9ed14)
  >     #2  0x00007fa0bffd1600 (/usr/lib/libc-2.31.so+0x9ee00)
  >     -                app (7)
  >         5
  >
  >   b'submit+0x1 [disk]'
  >   write+0x12 [libc.so.6]
  >   [unknown] [app]
  >     b'my app' [1234]
  >     3
  >
  > app;[unknown] [app];write+0x12 [libc.so.6] 2
  > END
  app;[unknown];nap;--;schedule 5
  app;[unknown];write 2
  my app;[unknown];write;submit 3
  $ printf '%s\n' '  f+0x1 [m]' '    app [12]' '    3' | collapse-offcpu --no-header --pid --offsets
  app-12;f+0x1 [m] 3

# offcputime

  $ collapse-offcpu "$FIXTURES/offcpu/offcputime.txt"
  # flambeau: unit=us
  bash;[unknown];__read_nocancel;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;tty_read;n_tty_read;wait_woken;schedule_timeout;schedule;finish_task_switch 6000123
  java;JavaThread::run(void*):;pthread_cond_wait;[Missed Kernel Stack] 77
  my worker 1;main;clock_nanosleep;--;do_nanosleep;schedule;__schedule 2069

The kernel's stacks alone (-K) have no line between them and the name, which older ones print by itself; -d marks where they meet.

  $ printf '%s\n' 'Tracing off-CPU time (us) of all threads by kernel stack... Hit Ctrl-C to end.' '^C' '    schedule' '    kthread' '    rcuos/0' '        22' '' '    schedule' '    page_fault' '    my prog' '        13' | collapse-offcpu
  # flambeau: unit=us
  my prog;page_fault;schedule 13
  rcuos/0;kthread;schedule 22
  $ printf '%s\n' '    [Missed Kernel Stack]' '    --' '    [unknown]' '    -                my prog (77)' '        4' '' | collapse-offcpu
  my prog;[unknown];--;[Missed Kernel Stack] 4

# offwaketime

  $ printf '%s\n' '    waker:           swapper/0' '    ffffffff81000d62 asm_common_interrupt' '    ffffffff813a8777 try_to_wake_up' '    --               --' '    ffffffff821ecc51 schedule' '    main' '    target:          my worker 1' '        42' | collapse-offcpu
  my worker 1;main;schedule;--;try_to_wake_up;asm_common_interrupt;swapper/0 42

# pid

  $ collapse-offcpu --pid --no-offsets "$FIXTURES/offcpu/offcputime.txt"
  # flambeau: unit=us
  bash-4711;[unknown];__read_nocancel;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;tty_read;n_tty_read;wait_woken;schedule_timeout;schedule;finish_task_switch 6000123
  java-4713;JavaThread::run(void*):;pthread_cond_wait;[Missed Kernel Stack] 77
  my worker 1-4712;main;clock_nanosleep;--;do_nanosleep;schedule;__schedule 2069

# profile
what bcc's profile prints: its heading is no stack; names that are bytes lose their marks

  $ collapse-offcpu --no-header --strict <<'END'
  > Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C to end.
  > ^C
  >     longest_match.isra.0+0x12
  >     b'do_syscall_64'
  >     -                iperf3 (58804)
  >         1
  >
  >     b'audit_exit+0x5'
  >     --
  >     b'write'
  >     b"it's"
  >     -                b'app worker 1' (58990)
  >         3
  >
  > END
  app worker 1;it's;write;--;audit_exit 3
  iperf3;do_syscall_64;longest_match.isra.0 1
  $ echo "Sampling at 99 Hertz of PID 181 by user stack for 10 secs." | collapse-offcpu --strict
  [1]
  $ printf '%s\n' "Sampling at every 1000 events of all threads by kernel stack for 5 secs." "b'python3';main;b'f+0x1' 7" |
  > 	collapse-offcpu --no-header --strict
  python3;main;f 7
  $ printf '%s\n' '    a+0x1' '    -                x (1)' '        2' | collapse-offcpu --no-header --offsets
  x;a+0x1 2
  $ cat err
  collapse-offcpu: no stacks in the input (1 lines)

# unfinished

  $ printf '%s\n' '    a' '        5' '    b' >1
  $ printf '%s\n' '    c' '        7' '        8' >2
  $ collapse-offcpu 1 2
  a 5
  c 7
  $ cat err
  collapse-offcpu: 1:4: a stack that does not end
  collapse-offcpu: 2:4: a stack that does not end
  collapse-offcpu: skipped 2 unfinished stacks

# verbose

  $ collapse-offcpu --no-header -v "$FIXTURES/offcpu/offcputime.txt" | wc -l
  3
  $ cat err
  collapse-offcpu: counts are us: flamegraph --countname us

# wakeuptime

  $ collapse-offcpu "$FIXTURES/offcpu/wakeuptime.txt"
  # flambeau: unit=us
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_close;kmem_cache_free;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__sysvec_apic_timer_interrupt;hrtimer_interrupt;__hrtimer_run_queues;hrtimer_wakeup;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;kworker/0:1 fak 2058
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__sysvec_apic_timer_interrupt;hrtimer_interrupt;__hrtimer_run_queues;hrtimer_wakeup;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;kworker/0:1 fak 2057
  1234;entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read;vfs_read;seq_read;seq_read_iter;show_map;show_map_vma;show_vma_header_prefix;seq_put_hex_ll;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__sysvec_apic_timer_interrupt;hrtimer_interrupt;__hrtimer_run_queues;hrtimer_wakeup;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;kworker/0:1 fak 2062
  flamegraph.pl;entry_SYSCALL_64_after_hwframe;do_syscall_64;x64_sys_call;__x64_sys_exit_group;do_group_exit;do_exit;task_work_run;__fput;pipe_release;__wake_up;__wake_up_common;pollwake;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;python3 18393
  my worker 2;asm_common_interrupt;common_interrupt;__irq_exit_rcu;handle_softirqs;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;ksoftirqd/1 36043
  perl;asm_exc_page_fault;exc_page_fault;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__irq_exit_rcu;handle_softirqs;run_timer_softirq;__run_timers;call_timer_fn;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;rcu_preempt 7811
  perl;asm_exc_page_fault;exc_page_fault;handle_mm_fault;__handle_mm_fault;do_anonymous_page;vma_alloc_folio_noprof;alloc_pages_mpol;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__sysvec_apic_timer_interrupt;hrtimer_interrupt;__hrtimer_run_queues;hrtimer_wakeup;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;kworker/0:1 fak 2068
  python3;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_execve;do_execveat_common.isra.0;bprm_execve;load_elf_binary;begin_new_exec;mm_release;complete;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;python3 510389
  python3;entry_SYSCALL_64_after_hwframe;do_syscall_64;__x64_sys_pipe2;do_pipe2;create_pipe_files;alloc_pipe_info;__kmalloc_noprof;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__irq_exit_rcu;handle_softirqs;run_timer_softirq;__run_timers;call_timer_fn;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;rcu_preempt 7970
  x: y z;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__irq_exit_rcu;handle_softirqs;run_timer_softirq;__run_timers;call_timer_fn;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;kdamond.0 510194
  x: y z;asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;__sysvec_apic_timer_interrupt;hrtimer_interrupt;__hrtimer_run_queues;hrtimer_wakeup;try_to_wake_up;ttwu_do_activate;bpf_trace_run1;bpf_prog_1e63a9e15492c3dc_sched_wakeup;memfd:sealed-91 901064
