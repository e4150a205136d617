SPDX-License-Identifier: MIT

# headings
lines of the script between stacks are no functions; names alone are

  $ collapse-stap <<'END'
  > swapper/0 (0)
  > ------
  >  0xffffffff81104b20 : rest+0x10/0x40 [kernel]
  > 	3
  > leaf
  > root
  > 	4
  >  0xffffffff81104b20 : rest+0x10/0x40 [kernel]
  > 	5
  > END
  rest 8
  root;leaf 4
  $ cat err
  collapse-stap: skipped 2 lines above stacks that are none of their frames

# inexact
SystemTap marks addresses that it guessed; they are functions like others, with or without a module

  $ collapse-stap --strict <<'END'
  >  0xffffffff81104b20 : rest+0x10/0x40 [kernel]
  >  0xffffffff81055b74 : idle+0x24/0x40 [kernel] (inexact)
  >  0xffffffffa02b7913 [disk] (inexact)
  >  0xffffffffc0427b40 (inexact)
  > 	3
  >  0xffffffff81104b20 : rest+0x10/0x40 [kernel]
  >  0xffffffff81055b7a : idle+0x2a/0x40 [kernel]
  >  0xffffffffa02b7913 [disk]
  >  0xffffffffc0427b40
  > 	4
  > END
  0xffffffffc0427b40;[disk];idle;rest 7

# kernel

  $ collapse-stap "$FIXTURES/stap/kernel.txt"
  do_syscall_64;vfs_read;ext4_file_read_iter 100
  start_secondary;do_idle;cpuidle_enter_state;intel_idle 1742

# opt-stats

  $ collapse-stap --stats -j 1 "$FIXTURES/stap/kernel.txt" 2>stats >/dev/null
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  collapse-stap: 572 bytes, 14 lines, 3 samples, 7 frames, 2 stacks, T s, R GB/s, M MiB, 1 threads

# places
with print_ubacktrace_fileline(), and where a function returns

  $ collapse-stap --strict <<'END'
  > Returning from:  0x401150 : grind+0x0/0x20 [/opt/mill]
  > Returning to  :  0x401182 : turn+0x12/0x30 at /src/c++/mill.c:12 [/opt/mill]
  >  0x4011a4 : main+0x4/0x20 at /src/c++/mill.c:30 [/opt/mill]
  > 	6
  > END
  main;turn;grind 6

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

# what-systemtap-lost
warnings are no frames and no headings of stacks

  $ cat >in <<'EOF'
  > WARNING: Number of errors: 0, skipped probes: 120
  >  0xffffffff8134 : vfs_read+0x4/0x100 [kernel]
  >  0xffffffff8135 : ksys_read+0x4/0x100 [kernel]
  > 	3
  > WARNING: Skipped due to global 's' lock timeout: 7
  > WARNING: There were 12 transport failures.
  > EOF
  $ collapse-stap in
  ksys_read;vfs_read 3
  $ cat err
  collapse-stap: in:5: not understood: 'WARNING: Skipped due to global 's' lock timeout: 7'
  collapse-stap: skipped 1 line not understood, 132 events that SystemTap lost
