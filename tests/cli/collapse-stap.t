SPDX-License-Identifier: MIT

# kernel

  $ collapse-stap "$FIXTURES/stap/kernel.txt"
  do_syscall_64;vfs_read;ext4_file_read_iter 100
  start_secondary;do_idle;cpuidle_enter_state;intel_idle 1742

# opt-stats

  $ collapse-stap --stats -j 1 "$FIXTURES/stap/kernel.txt" 2>stats >/dev/null
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  collapse-stap: 572 bytes, 14 lines, 3 samples, 7 frames, 2 stacks, T s, R GB/s, M MiB, 1 threads

# unfinished

  $ printf '%s\n' ' 0x1 : a%d+0x1/0x2 [m]' ' 7 ' 5 ' 0x2 : ns : b;c+0x1/0x2' | tee in | stackcollapse-stap.pl
  a%d 7
  $ echo "exit $?"
  exit 0
  $ collapse-stap --strict in
  [1]
  $ cat err
  stackcollapse-stap.pl: standard input:3: not understood: '5'
  stackcollapse-stap.pl: standard input:5: a stack that does not end
  stackcollapse-stap.pl: skipped 1 line not understood, 1 unfinished stack
  collapse-stap: in:3: not understood: '5'
  collapse-stap: in:5: a stack that does not end
  collapse-stap: skipped 1 line not understood, 1 unfinished stack
  collapse-stap: no output: part of the input was not understood

# user

  $ collapse-stap "$FIXTURES/stap/user.txt"
  __libc_start_main;0x400720;operator++(counter&) 5
  __libc_start_main;[/opt/app/bin/server];reader::fill(char const*, unsigned long);__read_nocancel 3
