SPDX-License-Identifier: MIT

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in deep ladder; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" uftrace $kind 400000 >in
  > 	collapse-uftrace in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-uftrace 2>/dev/null | cmp - out
  > 	collapse-uftrace --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == deep
  265 2533702
  collapse-uftrace: skipped 10847 stacks beyond what the size of the input allows
  collapse-uftrace: no output: part of the input was not understood
  == ladder
  100 2640835
  collapse-uftrace: skipped 1 unfinished stack, 5098 stacks beyond what the size of the input allows
  collapse-uftrace: no output: part of the input was not understood

# fib-graph

  $ collapse-uftrace "$FIXTURES/uftrace/fib-graph.txt"
  # flambeau: unit=ns
  fib 461
  fib;__cxa_atexit 471
  fib;__monstartup 1072
  fib;main 911
  fib;main;fib 110
  fib;main;fib;fib 210
  fib;main;fib;fib;fib 380
  fib;main;fib;fib;fib;fib 291
  fib;main;fib;fib;fib;fib;fib 70
  fib;main;pthread_create 32459
  fib;main;pthread_join 5000
  fib;main;pthread_join;linux:schedule 1078000
  fib;main;work 430
  fib;main;work;fib 120
  fib;main;work;fib;fib 200
  fib;main;work;fib;fib;fib 463
  fib;main;work;fib;fib;fib;fib 711
  fib;main;work;fib;fib;fib;fib;fib 490
  fib;main;work;fib;fib;fib;fib;fib;fib 190
  fib;main;work;free 331
  fib;main;work;malloc 511
  fib;main;work;snprintf 2123
  fib;work 1002
  fib;work;fib 130
  fib;work;fib;fib 200
  fib;work;fib;fib;fib 431
  fib;work;fib;fib;fib;fib 681
  fib;work;fib;fib;fib;fib;fib 521
  fib;work;fib;fib;fib;fib;fib;fib 120
  fib;work;free 90
  fib;work;malloc 260
  fib;work;snprintf 561

# fib-replay

  $ collapse-uftrace "$FIXTURES/uftrace/fib-replay.txt"
  # flambeau: unit=ns
  __cxa_atexit 471
  __monstartup 1072
  main 911
  main;fib 110
  main;fib;fib 210
  main;fib;fib;fib 380
  main;fib;fib;fib;fib 291
  main;fib;fib;fib;fib;fib 70
  main;pthread_create 32459
  main;pthread_join 5000
  main;pthread_join;linux:schedule 1078000
  main;work 430
  main;work;fib 120
  main;work;fib;fib 200
  main;work;fib;fib;fib 463
  main;work;fib;fib;fib;fib 711
  main;work;fib;fib;fib;fib;fib 490
  main;work;fib;fib;fib;fib;fib;fib 190
  main;work;free 331
  main;work;malloc 511
  main;work;snprintf 2123
  work 1002
  work;fib 130
  work;fib;fib 200
  work;fib;fib;fib 431
  work;fib;fib;fib;fib 681
  work;fib;fib;fib;fib;fib 521
  work;fib;fib;fib;fib;fib;fib 120
  work;free 90
  work;malloc 260
  work;snprintf 561

# graph-rows

  $ cat >in <<'EOF'
  > # TOTAL TIME   FUNCTION
  >     1.000 ms : (1) main
  >     1.001 ms : (2) a
  >   900.000 us :  +-(1) b
  >   200.500 us :  +-(1) c
  >    nonsense
  >     1.000 xs :  +-(1) d
  >   200.500 us :  +-x
  > # TOTAL TIME   FUNCTION
  >     2.500  m : (1) other
  > EOF
  $ collapse-uftrace in
  # flambeau: unit=ns
  main;a;b 900000
  main;a;c 200500
  other 150000000000
  $ cat err
  collapse-uftrace: in:6: not understood: '   nonsense'
  collapse-uftrace: in:7: not understood: '    1.000 xs :  +-(1) d'
  collapse-uftrace: in:8: not understood: '  200.500 us :  +-x'
  collapse-uftrace: in:5: cannot be counted: 'c'
  collapse-uftrace: skipped 3 lines not understood, 1 value that cannot be counted

# names

  $ cat >in <<'EOF'
  > # DURATION     TID     FUNCTION
  >             [     1] | ns::f<int()>::g(1, "a") {
  >    1.000 us [     1] |   std::function<void()>::operator()();
  >    0.500 us [     1] |   fopen("a;(b", "r") = 0x55;
  >    0.250 us [     1] |   a;b();
  >    2.000 us [     1] | } = 5; /* ns::f<int()>::g */
  > EOF
  $ collapse-uftrace in
  # flambeau: unit=ns
  ns::f<int()>::g 250
  ns::f<int()>::g;a:b 250
  ns::f<int()>::g;fopen 500
  ns::f<int()>::g;std::function<void()>::operator() 1000

# odd-rows

  $ cat >in <<'EOF'
  >    9.000 us [     1] | early();
  > # DURATION     TID     FUNCTION
  >    1.000 us [     1] | } /* lost */
  >             [     1] | main() {
  >             [     2] | main() {
  >    1.000 us [     2] |   f();
  >    x.000 us [     1] |   g();
  >    1.000 us [     x] |   g();
  >    3.000  s [     1] |   /* linux:schedule */
  >             [     1] |   /* linux:task-name (comm="a") */
  >    1.000 us [     1] | }
  > what
  >                      | }
  > uftrace stopped tracing with remaining functions
  > ================================================
  > task: 2
  > [0] main
  > EOF
  $ collapse-uftrace in
  # flambeau: unit=ns
  early 9000
  main;f 1000
  main;linux:schedule 3000000000
  $ echo "exit $?"
  exit 0
  $ collapse-uftrace --strict in
  [1]
  $ cat err
  collapse-uftrace: in:7: not understood: '   x.000 us [     1] |   g();'
  collapse-uftrace: in:8: not understood: '   1.000 us [     x] |   g();'
  collapse-uftrace: in:12: not understood: 'what'
  collapse-uftrace: in:18: a stack that does not end
  collapse-uftrace: in:3: cannot be counted: '} /* lost */'
  collapse-uftrace: in:13: cannot be counted: '}'
  collapse-uftrace: skipped 3 lines not understood, 1 unfinished stack, 2 values that cannot be counted
  collapse-uftrace: in:7: not understood: '   x.000 us [     1] |   g();'
  collapse-uftrace: in:8: not understood: '   1.000 us [     x] |   g();'
  collapse-uftrace: in:12: not understood: 'what'
  collapse-uftrace: in:18: a stack that does not end
  collapse-uftrace: in:3: cannot be counted: '} /* lost */'
  collapse-uftrace: in:13: cannot be counted: '}'
  collapse-uftrace: skipped 3 lines not understood, 1 unfinished stack, 2 values that cannot be counted
  collapse-uftrace: no output: part of the input was not understood

# several-files

  $ printf '%s\n' '# DURATION     TID     FUNCTION' '  [ 1] | a() {' >1
  $ printf '%s\n' '# DURATION     TID     FUNCTION' ' 1.000 us [ 1] | b();' >2
  $ collapse-uftrace 1 2
  # flambeau: unit=ns
  b 1000
  $ cat err
  collapse-uftrace: 1:3: a stack that does not end
  collapse-uftrace: skipped 1 unfinished stack

# threads-graph

  $ collapse-uftrace "$FIXTURES/uftrace/threads-graph.txt"
  # flambeau: unit=ns
  threads_pg 530000
  threads_pg;main 12199
  threads_pg;main;pthread_create 419192
  threads_pg;main;pthread_create;linux:schedule 79609
  threads_pg;main;pthread_join 73000
  threads_pg;main;pthread_join;linux:schedule 478886000
  threads_pg;run 312356121
  threads_pg;run;do_io 24304631
  threads_pg;run;do_io;fclose 537281
  threads_pg;run;do_io;fclose;linux:schedule (pre-empted) 12088
  threads_pg;run;do_io;fgets 78849000
  threads_pg;run;do_io;fgets;linux:schedule (pre-empted) 290773000
  threads_pg;run;do_io;fopen 1827321
  threads_pg;run;do_io;fopen;linux:schedule (pre-empted) 814679
  threads_pg;run;do_io;linux:schedule (pre-empted) 68153000
  threads_pg;run;do_io;strlen 270000
  threads_pg;run;do_io;strlen;linux:schedule (pre-empted) 2828000
  threads_pg;run;linux:schedule (pre-empted) 125757000
  threads_pg;run;locked 1657000
  threads_pg;run;locked;linux:schedule (pre-empted) 30122000
  threads_pg;run;locked;pthread_mutex_lock 1324955
  threads_pg;run;locked;pthread_mutex_lock;linux:schedule 351089000
  threads_pg;run;locked;pthread_mutex_lock;linux:schedule (pre-empted) 151045
  threads_pg;run;locked;pthread_mutex_unlock 2304000
  threads_pg;run;locked;pthread_mutex_unlock;linux:schedule (pre-empted) 29753000
  threads_pg;run;locked;rec 79217
  threads_pg;run;locked;rec;linux:schedule (pre-empted) 8783
  threads_pg;run;locked;rec;rec 1305798
  threads_pg;run;locked;rec;rec;linux:schedule (pre-empted) 62202
  threads_pg;run;locked;rec;rec;rec 194000
  threads_pg;run;locked;rec;rec;rec;linux:schedule (pre-empted) 12060000
  threads_pg;run;locked;rec;rec;rec;rec 235686
  threads_pg;run;locked;rec;rec;rec;rec;linux:schedule (pre-empted) 9314
  threads_pg;run;locked;rec;rec;rec;rec;rec 6860000
  threads_pg;run;locked;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 253654000
  threads_pg;run;nanosleep 2246000
  threads_pg;run;nanosleep;linux:schedule 469156000
  threads_pg;run;prctl 26879
  threads_pg;run;rec 279000
  threads_pg;run;rec;linux:schedule (pre-empted) 5877000
  threads_pg;run;rec;rec 87651
  threads_pg;run;rec;rec;linux:schedule (pre-empted) 13349
  threads_pg;run;rec;rec;rec 174000
  threads_pg;run;rec;rec;rec;linux:schedule (pre-empted) 1260000
  threads_pg;run;rec;rec;rec;rec 196000
  threads_pg;run;rec;rec;rec;rec;linux:schedule (pre-empted) 13996000
  threads_pg;run;rec;rec;rec;rec;rec 142000
  threads_pg;run;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 1174000
  threads_pg;run;rec;rec;rec;rec;rec;rec 139131
  threads_pg;run;rec;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 12869
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec 187000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 1320000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec 296000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 2893000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec 303000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 2980000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 790000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 26064000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 4114934
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;linux:schedule (pre-empted) 294936000
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 111144
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 88255
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 34038
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 31117
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 960
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 6640
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 5598
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 28794
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 610
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 1082
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 5438
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 1343
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 5437
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 922
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 41883
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 5777
  threads_pg;run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 5028
  threads_pg;run;time 527000
  threads_pg;run;time;linux:schedule (pre-empted) 57372000
  threads_pg;run;touch 1925000
  threads_pg;run;touch;free 882000
  threads_pg;run;touch;free;linux:schedule (pre-empted) 15597000
  threads_pg;run;touch;linux:schedule (pre-empted) 138634000
  threads_pg;run;touch;malloc 493000
  threads_pg;run;touch;malloc;linux:schedule (pre-empted) 47291000
  threads_pg;run;usleep 2080000
  threads_pg;run;usleep;linux:schedule 137809000

# threads-replay

  $ collapse-uftrace <"$FIXTURES/uftrace/threads-replay.txt"
  # flambeau: unit=ns
  main;pthread_create 419192
  main;pthread_create;linux:schedule 79609
  run;do_io 250267
  run;do_io;fclose 6851
  run;do_io;fgets 923844
  run;do_io;fopen 66508
  run;locked 5508
  run;nanosleep 40000
  run;nanosleep;linux:schedule 4174000
  run;prctl 21161
  run;rec 5648
  run;rec;rec 291
  run;rec;rec;rec 501
  run;rec;rec;rec;rec 391
  run;rec;rec;rec;rec;rec 320
  run;rec;rec;rec;rec;rec;rec 400
  run;rec;rec;rec;rec;rec;rec;rec 711
  run;rec;rec;rec;rec;rec;rec;rec;rec 5267
  run;rec;rec;rec;rec;rec;rec;rec;rec;rec 281
  run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 1752
  run;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec;rec 54001
  $ cat err
  collapse-uftrace: standard input:221: a stack that does not end
  collapse-uftrace: standard input:221: a stack that does not end
  collapse-uftrace: standard input:221: a stack that does not end
  collapse-uftrace: standard input:221: a stack that does not end
  collapse-uftrace: standard input:221: a stack that does not end
  collapse-uftrace: standard input:221: a stack that does not end
  collapse-uftrace: skipped 6 unfinished stacks

# units

  $ cat >in <<'EOF'
  > # DURATION     TID     FUNCTION
  >    7.000 ns [     1] | a();
  >    1.001 us [     1] | b();
  >    1.001 ms [     1] | c();
  >    1.001  s [     1] | d();
  >    1.500  m [     1] | e();
  >    1.500  h [     1] | f();
  > EOF
  $ collapse-uftrace in
  # flambeau: unit=ns
  b 1001
  c 1001000
  d 1001000000
  e 90000000000
  f 5400000000000
  $ printf '%s\n' '# DURATION     TID     FUNCTION' ' 1.0 us [ 1] | a();' ' 9999999999.000  s [ 1] | b();' ' 999999999.000  h [ 1] | c();' | collapse-uftrace
  [1]
  $ cat err
  collapse-uftrace: in:2: not understood: '   7.000 ns [     1] | a();'
  collapse-uftrace: skipped 1 line not understood
  collapse-uftrace: standard input:4: count is too large: '999999999.000  h [ 1]'
  collapse-uftrace: skipped 1 count that is too large
  collapse-uftrace: no output: part of the input was not understood

# elapsed-time-in-front

  $ cat >in <<'EOF'
  > #   ELAPSED   DURATION     TID     FUNCTION
  >    1.000 us             [     1] | main() {
  >    2.000 us    1.000 us [     1] |   f();
  >    4.000 us    3.000 us [     1] | }
  > EOF
  $ collapse-uftrace --strict in
  # flambeau: unit=ns
  main 2000
  main;f 1000
  $ collapse-guess --identify in
  uftrace          folded stacks from uftrace graph and uftrace replay
  $ printf '%s\n' '#  ELAPSED     TID     FUNCTION' '   1.000 us [     1] | main() {' '   2.000 us [     1] |   f();' '   3.000 us [     1] | }' | collapse-uftrace
  [1]
  $ cat err
  collapse-uftrace: standard input:3: not understood: '   2.000 us [     1] |   f();'
  collapse-uftrace: standard input:4: not understood: '   3.000 us [     1] | }'
  collapse-uftrace: skipped 2 lines not understood
  collapse-uftrace: no stacks in the input (4 lines)

# a-graph-whose-blanks-are-lost

  $ printf '%s\n' '# TOTAL TIME FUNCTION' '3.000 ms : (1) main' '2.000 ms : +-(1) a' '1.000 ms : | (1) b' '0.500 ms : +-(1) c' | collapse-uftrace
  # flambeau: unit=ns
  main 2000000
  main;b 1000000
  $ cat err
  collapse-uftrace: standard input:3: not understood: '2.000 ms : +-(1) a'
  collapse-uftrace: standard input:5: not understood: '0.500 ms : +-(1) c'
  collapse-uftrace: skipped 2 lines not understood

# a-call-ends-with-its-file-in-small-chunks

  $ printf '%s\n' '# DURATION     TID     FUNCTION' '            [ 1] | a() {' >1
  $ printf '%s\n' ' 1.000 us [ 1] | b();' ' 1.000 us [ 1] | }' >2
  $ collapse-uftrace --chunk-size 1 1 2
  # flambeau: unit=ns
  b 1000
  $ cat err
  collapse-uftrace: 1:3: a stack that does not end
  collapse-uftrace: 2:2: cannot be counted: '}'
  collapse-uftrace: skipped 1 unfinished stack, 1 value that cannot be counted

# records-that-were-lost
functions whose return was lost are left at the next row, by the blanks in front of it

  $ cat >in <<'EOF'
  > WARN: LOST 3 records
  > # DURATION     TID     FUNCTION
  >             [     1] | main() {
  >             [     1] |   a() {
  >             [     1] |     b() {
  >             [     1] |       /* LOST 12 records!! */
  >    1.000 us [     1] |   c();
  >             [     1] |   d() {
  >             [     1] |     e() {
  >             [     1] |       /* LOST some records!! */
  >    2.000 us [     1] |   } /* d */
  >    5.000 us [     1] | } /* main */
  > EOF
  $ collapse-uftrace in
  # flambeau: unit=ns
  main 2000
  main;c 1000
  main;d 2000
  $ cat err
  collapse-uftrace: skipped 16 records that uftrace lost
