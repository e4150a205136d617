SPDX-License-Identifier: MIT

# no-names

  $ collapse-aix "$FIXTURES/aix/no-names.txt"
  ./a.out;__start;0x0000000100000b10;0x0000000100000a10;operator new(unsigned long);???????? 1
  [unknown];__start 1
  [unknown];read 1

# nothing

  $ echo hello | collapse-aix
  [1]
  $ echo "exit $?"
  exit 1
  $ echo hello | stackcollapse-aix.pl
  $ cat err
  collapse-aix: nothing recognised in the input (1 lines)
  stackcollapse-aix.pl: standard input:1: not understood: 'hello'
  stackcollapse-aix.pl: skipped 1 line not understood

# returns

  $ printf '\357\273\2771: /bin/a b\r\n---------- tid# 1 ----------\r\n0xd1  a;b(1) + 0x2\r\n0xd2  main(1) + 0x2\r\n' | collapse-aix
  /bin/a;main;a:b 1

# several-files

  $ printf '%s\n' '1: a' '0x1  f() + ??' >1
  $ printf '%s\n' '0x2  g() + ??' >2
  $ collapse-aix 1 2 - <1
  [unknown];g 1
  a;f 2

# threads

  $ collapse-aix "$FIXTURES/aix/threads.txt"
  /usr/bin/dbserver;__start;main;poll_loop;__fd_poll 2
  /usr/bin/dbserver;_pthread_body;worker::run(int, char const*);__fd_poll 1

# unknown-lines

  $ printf '%s\n' '7: a' '0xd1 f() + 0x1' 'procstack: 8: no such process' '0xzz g' '0xd2 main() + 0x1' | tee in | stackcollapse-aix.pl
  a;main;f 1
  $ echo "exit $?"
  exit 0
  $ collapse-aix --strict in
  [1]
  $ cat err
  stackcollapse-aix.pl: standard input:3: not understood: 'procstack: 8: no such process'
  stackcollapse-aix.pl: standard input:4: not understood: '0xzz g'
  stackcollapse-aix.pl: skipped 2 lines not understood
  collapse-aix: in:3: not understood: 'procstack: 8: no such process'
  collapse-aix: in:4: not understood: '0xzz g'
  collapse-aix: skipped 2 lines not understood
  collapse-aix: no output: part of the input was not understood
