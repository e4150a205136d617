SPDX-License-Identifier: MIT

# columns-in-any-order

  $ printf 'Module,Clockticks:Self,"Function Stack"\nlib,5,Total\nlib,6, main\n' | collapse-vtune
  # flambeau: unit=ms
  lib!Total 5
  lib!Total;lib!main 6
  $ printf '%s\n' 'Function Stack;Clockticks:Self;CPI Rate;Module' 'Total;7;0;' ' "a;b";12;1;app' | collapse-vtune
  # flambeau: unit=ms
  Total 7
  Total;app`a:b 12

# cut-and-joined

  $ printf '\357\273\277Function Stack,CPU Time:Self,Module\r\nTotal,1,a\r\n main,2,a\r\n' >a
  $ cat a a | collapse-vtune
  # flambeau: unit=ms
  a`Total 2000
  a`Total;a`main 4000
  $ collapse-vtune a a
  # flambeau: unit=ms
  a`Total 2000
  a`Total;a`main 4000
  $ collapse-vtune - a <a
  # flambeau: unit=ms
  a`Total 2000
  a`Total;a`main 4000

# layout-2015

  $ collapse-vtune "$FIXTURES/vtune/render-2015.csv"
  # flambeau: unit=ms
  Total;ntdll.dll!RtlUserThreadStart 250
  Total;render!main 12
  Total;render!main;render!draw(int, char const*) 1235
  Total;render!main;render!draw(int, char const*);render!grid_intersect 500
  Total;render!main;render!sphere 3000

# layout-2019

  $ collapse-vtune -v "$FIXTURES/vtune/render-2019.csv"
  # flambeau: unit=ms
  [Unknown]`Total;libc.so.6`clone;render`worker 3125
  [Unknown]`Total;libc.so.6`clone;render`worker;[Outside any known module] 31
  [Unknown]`Total;render`_start;libc.so.6`__libc_start_main;render`main 13
  [Unknown]`Total;render`_start;libc.so.6`__libc_start_main;render`main;libgfx, v2.so`draw 2750
  [Unknown]`Total;render`_start;libc.so.6`__libc_start_main;render`main;render`scene::load(std::string const&, int) 1235
  [Unknown]`Total;render`_start;libc.so.6`__libc_start_main;render`main;render`scene::load(std::string const&, int);libc.so.6`malloc 750
  [Unknown]`Total;render`_start;libc.so.6`__libc_start_main;render`main;render`scene::load(std::string const&, int);render`operator""_km(long double) 4
  $ cat err
  collapse-vtune: stacks whose count rounds to 0, left out: 1

# more-columns
of the module only its column; a time may have its unit; of several columns the counted one is said

  $ printf '%s\n' 'Function Stack,CPU Time: Self,Module,Function (Full),Source File,Start Address' 'Total,0s,,,,' \
  > 	' main,1.5s,app,"main(int, char**)",a.c,0x1' '  step,20.5ms,app,step,a.c,0x2' '  stop,7us,app,stop,,' |
  > 	collapse-vtune --strict --no-header
  Total;app`main 1500
  Total;app`main;app`step 21
  $ printf '%s\n' 'Function Stack,CPU Time:Effective Time:Self,CPU Time:Spin Time:Self,Module' 'main,1.5,0.2,app' |
  > 	collapse-vtune --no-header
  app`main 1500
  $ cat err
  collapse-vtune: standard input: counts 'CPU Time:Effective Time:Self'; no column 'CPU Time:Self' has the sum of such columns

# names-of-the-originals

  $ stackcollapse-vtune.pl "$FIXTURES/vtune/render-2015.csv" | head -n 1
  Total;ntdll.dll!RtlUserThreadStart 250
  $ stackcollapse-vtune.pl --no-modules x
  [2]
  $ echo "exit $?"
  exit 2
  $ echo nothing | inferno-collapse-vtune
  $ echo "exit $?"
  exit 0
  $ cat err
  stackcollapse-vtune.pl: option '--no-modules' is not known
  stackcollapse-vtune.pl: usage: stackcollapse-vtune.pl [OPTION...] [FILE...]

# no-such-column

  $ printf '%s\n' 'Function Stack,Module' main,app | collapse-vtune
  [1]
  $ cat err
  collapse-vtune: standard input:1: no column with the values to count: 'Function Stack,Module'
  collapse-vtune: skipped 1 table without that column
  collapse-vtune: no output: part of the input was not understood

# odd-rows

  $ printf '%s\n' 'Function Stack,CPU Time:Self,Module' 'war: one more' root,1,m '   far,2,m' ' "open,3,m' ' short' ' x,much,m' ' "a"b,1,m' ',1,' ' big,99999999999999999999,m' | tee in | collapse-vtune
  [1]
  $ echo "exit $?"
  exit 1
  $ grep -v big in | collapse-vtune
  # flambeau: unit=ms
  [unknown] 1000
  m`root 1000
  m`root;m`far 2000
  $ echo "exit $?"
  exit 0
  $ collapse-vtune --strict in
  [1]
  $ cat err
  collapse-vtune: standard input:5: not understood: ' "open,3,m'
  collapse-vtune: standard input:6: not understood: ' short'
  collapse-vtune: standard input:8: not understood: ' "a"b,1,m'
  collapse-vtune: standard input:4: more than one level below the row before it: 'm`far'
  collapse-vtune: standard input:7: cannot be counted: ' x,much,m'
  collapse-vtune: standard input:10: count is too large: '99999999999999999999'
  collapse-vtune: skipped 3 lines not understood, 1 row that skips levels, 1 value that cannot be counted, 1 count that is too large
  collapse-vtune: no output: part of the input was not understood
  collapse-vtune: standard input:5: not understood: ' "open,3,m'
  collapse-vtune: standard input:6: not understood: ' short'
  collapse-vtune: standard input:8: not understood: ' "a"b,1,m'
  collapse-vtune: standard input:4: more than one level below the row before it: 'm`far'
  collapse-vtune: standard input:7: cannot be counted: ' x,much,m'
  collapse-vtune: skipped 3 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-vtune: in:5: not understood: ' "open,3,m'
  collapse-vtune: in:6: not understood: ' short'
  collapse-vtune: in:8: not understood: ' "a"b,1,m'
  collapse-vtune: in:4: more than one level below the row before it: 'm`far'
  collapse-vtune: in:7: cannot be counted: ' x,much,m'
  collapse-vtune: in:10: count is too large: '99999999999999999999'
  collapse-vtune: skipped 3 lines not understood, 1 row that skips levels, 1 value that cannot be counted, 1 count that is too large
  collapse-vtune: no output: part of the input was not understood

# opt-no-modules

  $ for name in collapse-vtune inferno-collapse-vtune; do
  > 	$name --no-modules "$FIXTURES/vtune/render-2019.csv" | grep -v "^#" | md5sum
  > done
  95a2346a852e2b65c7d8758d921382b8  -
  95a2346a852e2b65c7d8758d921382b8  -
  $ collapse-vtune --no-modules "$FIXTURES/vtune/render-2019.csv"
  # flambeau: unit=ms
  Total;_start;__libc_start_main;main 13
  Total;_start;__libc_start_main;main;draw 2750
  Total;_start;__libc_start_main;main;scene::load(std::string const&, int) 1235
  Total;_start;__libc_start_main;main;scene::load(std::string const&, int);malloc 750
  Total;_start;__libc_start_main;main;scene::load(std::string const&, int);operator""_km(long double) 4
  Total;clone;worker 3125
  Total;clone;worker;[Outside any known module] 31

# opt-separator

  $ collapse-vtune --separator " in " "$FIXTURES/vtune/render-2015.csv" | head -n 3
  # flambeau: unit=ms
  Total;ntdll.dll in RtlUserThreadStart 250
  Total;render in main 12

# rounded-once

  $ printf '%s\n' 'Function Stack,CPU Time:Self,Module' main,0.0004,a main,0.0004,a main,0.0004,a tiny,0.0001,a | collapse-vtune -v
  # flambeau: unit=ms
  a`main 1
  $ cat err
  collapse-vtune: stacks whose count rounds to 0, left out: 1

# units-of-the-header

  $ printf '%s\n' 'Function Stack,CPU Time:Self (ms),Module' main,1.6,a | collapse-vtune
  # flambeau: unit=ms
  a`main 2
  $ printf 'Function Stack\tWait Time:Self (us)\nmain\t1700\n' | collapse-vtune
  # flambeau: unit=ms
  main 2
  $ cat err
  collapse-vtune: standard input: no column 'Module': functions without modules
