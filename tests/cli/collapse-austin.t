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
  austin           folded stacks from Austin's text with several metrics
  $ printf '# mode: wall\nP1;T2;f 7\n' | collapse-guess --identify
  folded           folded stacks, sorted and summed up
