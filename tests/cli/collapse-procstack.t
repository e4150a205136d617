SPDX-License-Identifier: MIT

# stacks
printed with their files, and by cat with nothing between them

  $ collapse-procstack "$FIXTURES/procstack/threads.txt"
  el0t_64_sync;nfs_wait 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;futex_wait_queue 1
  $ collapse-procstack "$FIXTURES/procstack/cat.txt"
  asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode 1
  entry_SYSCALL_64_after_hwframe;do_syscall_64;ep_poll 1
  ep_poll 1
  kthread;worker_thread 1
  ret_from_fork_asm;ret_from_fork;kthreadd 1

# kernel

  $ collapse-procstack --kernel "$FIXTURES/procstack/threads.txt"
  el0t_64_sync_[k];nfs_wait_[k] 1
  entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];futex_wait_queue_[k] 1

# labels

  $ cat "$FIXTURES/procstack/threads.txt" "$FIXTURES/procstack/cat.txt" | collapse-procstack --labels tid
  @tid=310;entry_SYSCALL_64_after_hwframe;do_syscall_64;futex_wait_queue 1
  @tid=311;asm_sysvec_reschedule_ipi;irqentry_exit_to_user_mode 1
  @tid=311;el0t_64_sync;nfs_wait 1
  @tid=311;entry_SYSCALL_64_after_hwframe;do_syscall_64;ep_poll 1
  @tid=311;ep_poll 1
  @tid=311;kthread;worker_thread 1
  @tid=311;ret_from_fork_asm;ret_from_fork;kthreadd 1

# damaged

  $ printf '%s\n' 'thread 7' '[<0>] f+0x1/0x2' '[<x>] g+0x1/0x2' '[<0>]' '[<0>] h+0x1/0x2' 'thread 8' '[<0>] +0x1/0x2' | collapse-procstack -v
  +0x1/0x2 1
  f 1
  h 1
  $ cat err
  collapse-procstack: standard input:3: not understood: '[<x>] g+0x1/0x2'
  collapse-procstack: standard input:4: not understood: '[<0>]'
  collapse-procstack: skipped 2 lines not understood, 2 lines between stacks

# recognised

  $ collapse-guess --identify "$FIXTURES/procstack/threads.txt"
  procstack        folded stacks from /proc/PID/stack, of the kernel
  $ collapse-guess --identify "$FIXTURES/procstack/cat.txt"
  procstack        folded stacks from /proc/PID/stack, of the kernel
