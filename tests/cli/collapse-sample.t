SPDX-License-Identifier: MIT

# huge

  $ printf '%s\n' 'Call graph:' '    10 Thread_1' '    18446744073709551616 Thread_2' | collapse-sample
  [1]
  $ cat err
  collapse-sample: standard input:3: count is too large: '18446744073709551616'
  collapse-sample: skipped 1 count that is too large
  collapse-sample: no output: part of the input was not understood

# keep-idle

  $ collapse-sample --keep-idle "$FIXTURES/sample/objc.txt" | awk '{ sum += $NF } END { print sum }'
  1950

# no-modules

  $ collapse-sample --no-modules "$FIXTURES/sample/objc.txt" >out
  $ inferno-collapse-sample --no-modules "$FIXTURES/sample/objc.txt" | cmp out -
  $ stackcollapse-sample.awk MODULES=0 "$FIXTURES/sample/objc.txt" | cmp out -
  $ stackcollapse-sample.awk -v MODULES=0 "$FIXTURES/sample/objc.txt" | cmp out -
  $ stackcollapse-sample.awk -vMODULES= "$FIXTURES/sample/objc.txt" | cmp out -
  $ cat out
  Thread_1001;start 5
  Thread_1001;start;-[NSApplication run];(anonymous namespace)::layout(int);??? 100
  Thread_1001;start;-[NSApplication run];(anonymous namespace)::layout(int);operator new(unsigned long) 200
  Thread_1001;start;-[NSApplication run];+[Font named:size:] 90
  Thread_1001;start;-[NSApplication run];-[NSApplication(NSEvent) _nextEvent:untilDate:] 40
  Thread_1001;start;-[NSApplication run];-[NSApplication(NSEvent) _nextEvent:untilDate:];CFRunLoopRunSpecific 60
  Thread_1001;start;-[NSApplication run];std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&) 400
  Thread_1001;start;main 5
  Thread_1003;thread_start;read 30

# objc

  $ collapse-sample "$FIXTURES/sample/objc.txt"
  Thread_1001;libdyld`start 5
  Thread_1001;libdyld`start;AppKit`-[NSApplication run];AppKit`-[NSApplication(NSEvent) _nextEvent:untilDate:] 40
  Thread_1001;libdyld`start;AppKit`-[NSApplication run];AppKit`-[NSApplication(NSEvent) _nextEvent:untilDate:];CoreFoundation`CFRunLoopRunSpecific 60
  Thread_1001;libdyld`start;AppKit`-[NSApplication run];Editor`(anonymous namespace)::layout(int);Editor`??? 100
  Thread_1001;libdyld`start;AppKit`-[NSApplication run];Editor`(anonymous namespace)::layout(int);libc++abi`operator new(unsigned long) 200
  Thread_1001;libdyld`start;AppKit`-[NSApplication run];Editor`+[Font named:size:] 90
  Thread_1001;libdyld`start;AppKit`-[NSApplication run];Editor`std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&) 400
  Thread_1001;libdyld`start;Editor`main 5
  Thread_1003;libsystem_pthread`thread_start;Editor`read 30

# odd-rows

  $ printf '%s\n' 'Call graph:' '    10 Thread_1' '    + 10 main  (in a) + 1' '    +   12 more  (in a)' '    +         3 far  (in a.dylib)' 'Call graph:' '    5 Thread_2: x; y' '    +  2 odd  (in c)' '    no digits' '    + 3x f' '  2 g' '    +' 'Total number in stack' '    7 Thread_3' >in
  $ stackcollapse-sample.awk in
  Thread_1;a`main;a`more 9
  Thread_1;a`main;a`more;a`far 3
  Thread_2: x: y 5
  $ echo "exit $?"
  exit 0
  $ collapse-sample --strict in
  [1]
  $ cat err
  stackcollapse-sample.awk: in:8: not understood: '    +  2 odd  (in c)'
  stackcollapse-sample.awk: in:9: not understood: '    no digits'
  stackcollapse-sample.awk: in:10: not understood: '    + 3x f'
  stackcollapse-sample.awk: in:11: not understood: '  2 g'
  stackcollapse-sample.awk: in:12: not understood: '    +'
  stackcollapse-sample.awk: in:5: more than one level below the row before it: 'a`far'
  stackcollapse-sample.awk: in:4: cannot be counted: 'a`more'
  stackcollapse-sample.awk: skipped 5 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-sample: in:8: not understood: '    +  2 odd  (in c)'
  collapse-sample: in:9: not understood: '    no digits'
  collapse-sample: in:10: not understood: '    + 3x f'
  collapse-sample: in:11: not understood: '  2 g'
  collapse-sample: in:12: not understood: '    +'
  collapse-sample: in:5: more than one level below the row before it: 'a`far'
  collapse-sample: in:4: cannot be counted: 'a`more'
  collapse-sample: skipped 5 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-sample: no output: part of the input was not understood

# queues

  $ collapse-sample --queues "$FIXTURES/sample/objc.txt" | head -n 1
  Thread_1001   DispatchQueue_1: com.apple.main-thread;libdyld`start 5

# rust

  $ collapse-sample "$FIXTURES/sample/rust.txt"
  Thread_20416807;libdyld`start;walk`std::rt::lang_start_internal;walk`<walk::Tree<T> as core::iter::Iterator>::next;libsystem_kernel`fstat$INODE64 100
  Thread_20416807;libdyld`start;walk`std::rt::lang_start_internal;walk`<walk::Tree<T> as core::iter::Iterator>::next;walk`std::panicking::try::do_call 700

# spindump-qos
lines about a thread are no rows

  $ printf '%s\n' 'Process: mill [7]' '  Thread 0x1    9 samples (1-9)' '  <thread QoS default, IO tier 0>' '  9  start + 1 (mill + 1) [0x1]' '    9  main + 3 (mill + 12) [0x2]' '' |
  > 	collapse-sample --strict
  mill`start;mill`main 9

# variables

  $ collapse-sample "$FIXTURES/sample/objc.txt" >out
  $ stackcollapse-sample.awk MODULES=1 "$FIXTURES/sample/objc.txt" | cmp out -
  $ cp out a=b
  $ stackcollapse-sample.awk -v a=b "$FIXTURES/sample/objc.txt"
  [2]
  $ echo "exit $?"
  exit 2
  $ stackcollapse-sample.awk -v
  [2]
  $ echo "exit $?"
  exit 2
  $ stackcollapse-sample.awk a=b
  $ echo "exit $?"
  exit 0
  $ collapse-sample MODULES=0
  [1]
  $ cat err
  stackcollapse-sample.awk: option 'a=b' is not a variable of this program
  stackcollapse-sample.awk: usage: stackcollapse-sample.awk [OPTION...] [FILE...]
  stackcollapse-sample.awk: option '-v' needs a value
  stackcollapse-sample.awk: usage: stackcollapse-sample.awk [OPTION...] [FILE...]
  collapse-sample: MODULES=0: No such file or directory

# verbose

  $ collapse-sample -v "$FIXTURES/sample/objc.txt" | awk '{ sum += $NF } END { print sum }'
  930
  $ cat err
  collapse-sample: skipped 3 rows of waiting threads

# spindump
threads of a spindump; under the original's name it is none of its inputs

  $ collapse-sample "$FIXTURES/sample/spindump.txt"
  dyld`start;mill`main;mill`???;kernel.release.t8122`??? 101
  dyld`start;mill`main;mill`grind(int) 400
  $ collapse-sample --no-modules --keep-idle --labels pid,thread "$FIXTURES/sample/spindump.txt"
  @pid=311;@thread=0x51a;start;main;???;??? 101
  @pid=311;@thread=0x51a;start;main;grind(int) 400
  @pid=311;@thread=0x51b;thread_start;__psynch_cvwait 501
  $ printf '%s\n' 'Data Source: Microstackshots' 'Process: a b [7]' '  Thread 0x1    9 samples (1-9)' '  *9  ??? [0x1]' '   x' '    4  f + 1 (m' '  5  g (n)' '' '  8  no row' |
  > 	collapse-sample
  ??? 9
  f 4
  n`g 5
  $ inferno-collapse-sample "$FIXTURES/sample/spindump.txt"
  $ cat err
  collapse-sample: standard input:5: not understood: '   x'
  collapse-sample: skipped 1 line not understood
