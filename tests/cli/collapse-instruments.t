SPDX-License-Identifier: MIT

# half-a-millisecond
the script rounds as printf does: a half goes to the even neighbour

  $ {
  > 	printf 'Weight\tSelf Weight\t\tSymbol Name\n'
  > 	printf '1 s  9%%\t%s\t \t%s\n' '0.5 ms' half '1.5 ms' 'one and a half' '2.5 ms' 'two and a half' \
  > 		'0.0005 s' 'half in seconds' '0.49 ms' less '0.51 ms' more
  > } >in
  $ for tool in collapse-instruments stackcollapse-instruments.pl; do
  > 	echo "# $tool"
  > 	$tool in
  > done
  # collapse-instruments
  # flambeau: unit=ms
  half 1
  half in seconds 1
  more 1
  one and a half 2
  two and a half 3
  # stackcollapse-instruments.pl
  more 1
  one and a half 2
  two and a half 2

# huge

  $ printf 'Weight\tSelf Weight\t\tSymbol Name\n1 ms  9%%\t18446744074 s\t \ta\n1 h  1%%\t99999999 h\t \tb\n1 h  1%%\t1 h\t \tc\n' | collapse-instruments
  [1]
  $ cat err
  collapse-instruments: standard input:2: count is too large: '18446744074'
  collapse-instruments: standard input:3: count is too large: 'a time'
  collapse-instruments: skipped 2 counts that are too large
  collapse-instruments: no output: part of the input was not understood

# jump

  $ printf 'x\n1 ms  9%%\t1 ms\t \ta;b\n1 ms  9%%\t2 ms\t \t   far\n\n1 ms  9%%\t3 ms\t \t\n' | tee in | stackcollapse-instruments.pl
  [unknown] 3
  a:b 1
  a:b;far 2
  $ echo "exit $?"
  exit 0
  $ collapse-instruments --strict in
  [1]
  $ cat err
  stackcollapse-instruments.pl: standard input:3: more than one level below the row before it: 'far'
  stackcollapse-instruments.pl: skipped 1 row that skips levels
  collapse-instruments: in:3: more than one level below the row before it: 'far'
  collapse-instruments: skipped 1 row that skips levels
  collapse-instruments: no output: part of the input was not understood

# rounded

  $ printf 'Weight\tSelf Weight\t\tSymbol Name\n1 ms  9%%\t0.4 ms\t \ta\n1 ms  9%%\t0.4 ms\t \ta\n1 ms  9%%\t0.4 ms\t \tb\n' | collapse-instruments
  # flambeau: unit=ms
  a 1

# samples

  $ collapse-instruments "$FIXTURES/instruments/samples.txt"
  MyApp (51234);start 4
  MyApp (51234);start;main 5

# time-profile

  $ collapse-instruments "$FIXTURES/instruments/time-profile.txt"
  # flambeau: unit=ms
  MyApp (51234);Main Thread  0x1f2a3b;start 1
  MyApp (51234);Main Thread  0x1f2a3b;start;main 2
  MyApp (51234);Main Thread  0x1f2a3b;start;main;-[NSApplication run] 120
  MyApp (51234);Main Thread  0x1f2a3b;start;main;-[NSApplication run];-[NSApplication(NSEvent) _nextEventMatchingEventMask:untilDate:inMode:dequeue:] 500
  MyApp (51234);Main Thread  0x1f2a3b;start;main;-[NSApplication run];std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&) 80
  MyApp (51234);Main Thread  0x1f2a3b;start;main;closure #1 in AppDelegate.applicationDidFinishLaunching(_:) 108
  MyApp (51234);_dispatch_worker_thread2  0x1f2a40;start_wqthread 50
  Other (7) 90000

# unit

  $ collapse-instruments --unit us "$FIXTURES/instruments/time-profile.txt" | head -n 3
  # flambeau: unit=us
  MyApp (51234);Main Thread  0x1f2a3b;start 1000
  MyApp (51234);Main Thread  0x1f2a3b;start;main 2400
  $ collapse-instruments --unit=s "$FIXTURES/instruments/samples.txt"
  MyApp (51234);start 4
  MyApp (51234);start;main 5

# unit-wrong

  $ collapse-instruments --unit=min "$FIXTURES/instruments/samples.txt"
  [2]
  $ cat err
  collapse-instruments: option '--unit' has no value 'min': it is one of ms, s, us, ns; try 'collapse-instruments --help'

# units

  $ printf 'Weight\tSelf Weight\t\tSymbol Name\n' >in
  $ printf '1 s  9%%\t%s\t \t%s\n' '1.5 h' hours '2 min' minutes '3.25 s' seconds '4 ms' milli '5 us' micro '6 µs' micro '7 ns' nano '8 days' days '9x s' x >>in
  $ collapse-instruments --unit ns in
  # flambeau: unit=ns
  hours 5400000000000
  micro 11000
  milli 4000000
  minutes 120000000000
  nano 7
  seconds 3250000000
  $ cat err
  collapse-instruments: in:9: not understood: '1 s  9%?8 days? ?days'
  collapse-instruments: in:10: not understood: '1 s  9%?9x s? ?x'
  collapse-instruments: skipped 2 lines not understood

# headings
columns are found by their headings: Xcode 16, cycles, Instruments 7, and a table of allocations, whose values hold those below

  $ {
  > 	printf 'Weight\tSelf Weight\tSymbol Names\n'
  > 	printf '4.00 s  100.0%%\t%s\t   %s\n' '0 s' start '1.50 s' ' main' '500.00 ms' '  work'
  > } | collapse-instruments
  # flambeau: unit=ms
  start;main 1500
  start;main;work 500
  $ {
  > 	printf 'Weight\tSelf Weight\t\tSymbol Name\n'
  > 	printf '4.00 Gc  100.0%%\t%s\t \t%s\n' - start '1.50 Gc' ' main' '2.00 Mc' '  work' '3.00 Kc' '  rest' '532 cycles' '  little'
  > } | collapse-instruments
  # flambeau: unit=cycles
  start;main 1500000000
  start;main;little 532
  start;main;rest 3000
  start;main;work 2000000
  $ printf 'Running Time\tSelf (ms)\t\tSymbol Name\n9.0ms  100.0%%\t0\t \tstart\n9.0ms  100.0%%\t7.5\t \t main\n' | collapse-instruments --unit us
  # flambeau: unit=us
  start;main 7500
  $ {
  > 	printf 'Bytes Used\tCount\t\tSymbol Name\n'
  > 	printf ' 9.00 KB  100.0%%\t%s\t \t%s\n' 40 start 40 ' main' 25 '  load' 10 '  save'
  > } | collapse-instruments
  # flambeau: unit=allocations
  start;main 5
  start;main;load 25
  start;main;save 10
  $ printf 'Weight\tSelf Weight\t\tSymbol Name\n1 s  9%%\t7 Qc\t \ta\n' | collapse-instruments
  [1]
  $ cat err
  collapse-instruments: standard input:2: not understood: '1 s  9%?7 Qc? ?a'
  collapse-instruments: skipped 1 line not understood
  collapse-instruments: no stacks in the input (2 lines)
