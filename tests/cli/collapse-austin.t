SPDX-License-Identifier: MIT

# values

  $ for value in wall cpu memory freed; do collapse-austin --value $value "$FIXTURES/austin/full.txt"; done
  # flambeau: event=wall
  # flambeau: unit=us
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:grind:30 20012
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:wait:31 20033
  P1234;T5679;/srv/mill.py:run:4;:GC: 70
  # flambeau: event=cpu
  # flambeau: unit=us
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:grind:30 20012
  P1234;T5679;/srv/mill.py:run:4;:GC: 70
  # flambeau: event=memory
  # flambeau: unit=bytes
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:grind:30 128
  # flambeau: event=freed
  # flambeau: unit=bytes
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:grind:30 96
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:wait:31 64

# mojo
the binary format: threads of interpreters, frames that repeat those of the sample before, without the kernel's

  $ for value in wall cpu memory freed; do collapse-austin --no-header --value $value "$FIXTURES/austin/mill.mojo"; done
  P4242;T0:4242;/srv/mill.py:<module>:12;/srv/mill.py:grind:300;<unknown>:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:-1 75
  P4242;T0:4242;/srv/mill.py:<module>:12;/srv/mill.py:grind:300;kernel:futex_wait:0 10012
  P4242;T0:4243;/srv/mill.py:<module>:12;:INVALID:;:GC: 900
  P4242;T0:4242;/srv/mill.py:<module>:12;/srv/mill.py:grind:300;<unknown>:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:-1 75
  P4242;T0:4242;/srv/mill.py:<module>:12;/srv/mill.py:grind:300;kernel:futex_wait:0 10012
  P4242;T0:4242;/srv/mill.py:<module>:12;/srv/mill.py:grind:300;kernel:futex_wait:0 128
  P4242;T0:4243;/srv/mill.py:<module>:12;:INVALID:;:GC: 64
  $ cat "$FIXTURES/austin/mill.mojo" | collapse-austin --chunk-size 1 --value freed
  # flambeau: event=freed
  # flambeau: unit=bytes
  P4242;T0:4243;/srv/mill.py:<module>:12;:INVALID:;:GC: 64
  $ collapse-austin --no-header --value freed "$FIXTURES/austin/full.txt" "$FIXTURES/austin/mill.mojo"
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:grind:30 96
  P1234;T5678;/srv/mill.py:<module>:12;/srv/mill.py:wait:31 64
  P4242;T0:4243;/srv/mill.py:<module>:12;:INVALID:;:GC: 64
  $ (printf 'MOJ\001\001mode\000memory\000\00210\000\0131\000'; printf '\004\012\005') >in
  $ collapse-austin in
  # flambeau: event=memory
  # flambeau: unit=bytes
  P49;T0;:INVALID: 5

# mojo-damaged

  $ head -c 190 "$FIXTURES/austin/mill.mojo" | collapse-austin --no-header
  [1]
  $ (cat "$FIXTURES/austin/mill.mojo"; printf '\020') | collapse-austin --no-header --value freed
  P4242;T0:4243;/srv/mill.py:<module>:12;:INVALID:;:GC: 64
  [1]
  $ printf 'MOJ\011\001mode\000wall\000' | collapse-austin
  [1]
  $ printf 'MOJ\001\005\007\00210\000\005\007\003\010\044\045\014\005\010\011\005' | collapse-austin --no-header
  P49;T0;[unknown];::12 5
  $ cat err
  collapse-austin: standard input:1: the file is cut off
  collapse-austin: skipped 1 end of a file that is cut off
  collapse-austin: no stacks in the input (1 lines)
  collapse-austin: standard input:1: cannot be read from here on: 'an event that MOJO does not have'
  collapse-austin: skipped 1 remainder of a file
  collapse-austin: the output is incomplete: the input is
  collapse-austin: standard input:1: cannot be read from here on: 'a version of MOJO that this program does not know'
  collapse-austin: skipped 1 remainder of a file
  collapse-austin: no stacks in the input (1 lines)
  collapse-austin: standard input:1: not understood: 'a frame that was not defined'
  collapse-austin: standard input:1: not understood: 'a frame that was not defined'
  collapse-austin: standard input:1: not understood: 'a string that was not defined'
  collapse-austin: standard input:1: not understood: 'a string that was not defined'
  collapse-austin: standard input:1: a stack that does not end: 'frames in front of all samples'
  collapse-austin: skipped 4 lines not understood, 1 unfinished stack

# damaged

  $ printf '%s\n' 'P1;T2;f 1,0,2' 'P1;T2;f 7' 'P1;T2;f 1,2,3' 'P1;T2;f 1,0' ' 1,0,1' 'P1;T2;f -1,0,1' 'P1;T2;f 1,0,x' 'P1;T2;f 99999999999999999999,0,1' | collapse-austin
  [1]
  $ cat err
  collapse-austin: standard input:2: not understood: 'P1;T2;f 7'
  collapse-austin: standard input:3: not understood: 'P1;T2;f 1,2,3'
  collapse-austin: standard input:4: not understood: 'P1;T2;f 1,0'
  collapse-austin: standard input:5: not understood: ' 1,0,1'
  collapse-austin: standard input:6: not understood: 'P1;T2;f -1,0,1'
  collapse-austin: standard input:7: not understood: 'P1;T2;f 1,0,x'
  collapse-austin: standard input:8: count is too large: '99999999999999999999'
  collapse-austin: skipped 6 lines not understood, 1 count that is too large
  collapse-austin: no output: part of the input was not understood

# recognised
a file of one metric is folded text

  $ collapse-guess --identify "$FIXTURES/austin/full.txt"
  austin           folded stacks from Austin, its text with several metrics and MOJO
  $ collapse-guess --identify "$FIXTURES/austin/mill.mojo"
  austin           folded stacks from Austin, its text with several metrics and MOJO
  $ printf '# mode: wall\nP1;T2;f 7\n' | collapse-guess --identify
  folded           folded stacks, sorted and summed up

# what-austin-says-of-itself

  $ printf '%s\n' '# mode: full' '# errors: 4/3400' '# saturation: 0/3400' 'P1;T2;f 1,0,2' | collapse-austin --no-header
  P1;T2;f 1
  $ (printf 'MOJ\001\001mode\000wall\000\00210\000\004\011\005\001errors\0007/10\000\001saturation\0001/10\000') | collapse-austin --no-header
  P49;T0;:INVALID: 5
  $ cat err
  collapse-austin: skipped 4 samples that Austin could not take
  collapse-austin: skipped 7 samples that Austin could not take
  collapse-austin: kept 1 sample that took longer than the interval
