SPDX-License-Identifier: MIT

# errors

  $ range-perf 1 <"$INPUTS/trace.in"
  [2]
  $ echo "exit $?"
  exit 2
  $ range-perf 1 x <"$INPUTS/trace.in"
  [2]
  $ echo "exit $?"
  exit 2
  $ echo 'no event' | range-perf 0 1
  [1]
  $ echo "exit $?"
  exit 1
  $ echo 'no event' | range-perf.pl 0 1
  $ echo "exit $?"
  exit 0
  $ range-perf 0 1 missing
  [1]
  $ echo "exit $?"
  exit 1
  $ range-perf --between 0 1
  [2]
  $ cat err
  range-perf: MIN and MAX, two times in seconds, are expected
  range-perf: MIN and MAX, two times in seconds, are expected
  range-perf: no event with a time
  range-perf.pl: no event with a time
  range-perf: missing: No such file or directory
  range-perf: option '--between' is not known; try 'range-perf --help'

# max-record
Lines that are too long are left out, counted and named.

  $ printf 'a 1 1.0: 1 ev:\n\t1 %s\n\n\t1 f\n\n' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >in
  $ range-perf --max-record 20 0 1 in
  a 1 1.0: 1 ev:
   (esc)
  	1 f
   (esc)
  $ cat in | range-perf --max-record 20 0 1
  a 1 1.0: 1 ev:
   (esc)
  	1 f
   (esc)
  $ cat err
  range-perf: in:2: record longer than --max-record, left out
  range-perf: skipped 1 record longer than --max-record
  range-perf: standard input:2: record longer than --max-record, left out
  range-perf: skipped 1 record longer than --max-record

# ranges
since the first event, since its second, as they stand; events are out of order

  $ echo '== first'; range-perf 0 0.1 "$INPUTS/trace.in"
  == first
  a 1 100.900000: cpu-clock:\x20 (esc)
  	ffff one (x)
   (esc)
  a 1 100.950000: cpu-clock:  ffff late (x)
  $ echo '== second'; range-perf --timezerosecs 1 1.2 <"$INPUTS/trace.in"
  == second
  b c 2/2 [001] 101.100000:     250000 cycles:u:\x20 (esc)
  	ffff two (x)
   (esc)
  $ echo '== raw'; range-perf.pl --timeraw 101 103 "$INPUTS/trace.in"
  == raw
  b c 2/2 [001] 101.100000:     250000 cycles:u:\x20 (esc)
  	ffff two (x)
   (esc)
  a 1 103.000000: cpu-clock:  ffff three (x)
  $ echo '== none'; range-perf 50 60 "$INPUTS/trace.in"
  == none
  $ range-perf -v -o out 0 1 "$INPUTS/trace.in"; wc -l <out
  7
  $ cat err
  range-perf: 3 of 4 events
