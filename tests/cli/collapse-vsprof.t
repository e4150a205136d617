SPDX-License-Identifier: MIT

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in ladder; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" vsprof $kind 400000 >in
  > 	collapse-vsprof in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-vsprof 2>/dev/null | cmp - out
  > 	collapse-vsprof --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == ladder
  122 2440744
  collapse-vsprof: skipped 9535 stacks beyond what the size of the input allows
  collapse-vsprof: no output: part of the input was not understood

# instrumentation

  $ collapse-vsprof "$FIXTURES/vsprof/instrumentation.csv"
  Tracer.Program.Main() 11
  Tracer.Program.Main();Tracer.Scene..ctor() 839
  Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&) 1839
  Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);System.Math.Sqrt(float64) 1284
  Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);Tracer.Ray.get_Direction() 6002
  tracer.exe 25

# large-level

  $ printf '%s\n' 'Level,Function Name,Exclusive Samples' 1,a,1 4294967297,far,2 | collapse-vsprof
  a 1
  a;far 2
  $ cat err
  collapse-vsprof: standard input:3: more than one level below the row before it: 'far'
  collapse-vsprof: skipped 1 row that skips levels

# names-of-the-originals

  $ for name in stackcollapse-vsprof.pl inferno-collapse-vsprof; do
  > 	$name "$FIXTURES/vsprof/samples.csv" | head -n 1
  > 	$name </dev/null
  > 	echo "exit $?"
  > done
  main 16
  exit 0
  main 16
  exit 0

# numbers-are-grouped

  $ printf '%s\n' 'Level,Function Name,Exclusive Samples,Module Name' '1,a,"1,234,567",' '1,b,7.123,' '1,c,1 000,' '1,d,"1 000",' | collapse-vsprof
  a 1234567
  b 7123
  c 1000
  d 1000
  $ printf '%s\n' 'Level;Function Name;Elapsed Exclusive Time %' '1;a;12,34' '1;b;0.5' | collapse-vsprof
  a 1234
  b 50
  $ printf '%s\n' 'Level,Function Name,Elapsed Exclusive Time' '1,a,"1,234.56"' | collapse-vsprof
  a 123456

# odd-rows

  $ printf '%s\n' 'Level,Function Name,Exclusive Samples' 1,a,1 '' 4,far,2 x,b,1 2 '2,"open,1' 2,c,many 2,,5 '2,"say ""hi""; now",6' | tee in | collapse-vsprof
  a 1
  a;[unknown] 5
  a;far 2
  a;say "hi": now 6
  $ echo "exit $?"
  exit 0
  $ collapse-vsprof --strict in
  [1]
  $ cat err
  collapse-vsprof: standard input:5: not understood: 'x,b,1'
  collapse-vsprof: standard input:6: not understood: '2'
  collapse-vsprof: standard input:7: not understood: '2,"open,1'
  collapse-vsprof: standard input:4: more than one level below the row before it: 'far'
  collapse-vsprof: standard input:8: cannot be counted: '2,c,many'
  collapse-vsprof: skipped 3 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-vsprof: in:5: not understood: 'x,b,1'
  collapse-vsprof: in:6: not understood: '2'
  collapse-vsprof: in:7: not understood: '2,"open,1'
  collapse-vsprof: in:4: more than one level below the row before it: 'far'
  collapse-vsprof: in:8: cannot be counted: '2,c,many'
  collapse-vsprof: skipped 3 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-vsprof: no output: part of the input was not understood

# opt-modules

  $ collapse-vsprof --modules "$FIXTURES/vsprof/samples.csv"
  app.exe!main 16
  app.exe!main;app.exe!Shop::Basket::total 1716
  app.exe!main;app.exe!Shop::Basket::total;app.exe!acme::fold_left_over_range<core::sequence<core::map<core::pairs<int> > >,acme::is_separatorF> 5901
  app.exe!main;app.exe!Shop::Basket::total;app.exe!parse(int, char const *) 1100
  app.exe!main;app.exe!Shop::Basket::total;app.exe!parse(int, char const *);msvcr120.dll!memcpy 6
  app.exe!worker thread 5

# opt-process

  $ collapse-vsprof --process "$FIXTURES/vsprof/instrumentation.csv"
  tracer.exe 25
  tracer.exe;Tracer.Program.Main() 11
  tracer.exe;Tracer.Program.Main();Tracer.Scene..ctor() 839
  tracer.exe;Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&) 1839
  tracer.exe;Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);System.Math.Sqrt(float64) 1284
  tracer.exe;Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);Tracer.Ray.get_Direction() 6002

# opt-value

  $ collapse-vsprof --value "Number of Calls" "$FIXTURES/vsprof/instrumentation.csv"
  Tracer.Program.Main() 1
  Tracer.Program.Main();Tracer.Scene..ctor() 1
  Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&) 2893824
  Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);System.Math.Sqrt(float64) 462142
  Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);Tracer.Ray.get_Direction() 3575792
  $ collapse-vsprof --value "Inclusive Samples %" "$FIXTURES/vsprof/samples.csv" | head -n 2
  main 10000
  main;Shop::Basket::total 9986

# opt-value-unknown

  $ collapse-vsprof --value Calls <"$FIXTURES/vsprof/instrumentation.csv"
  [1]
  $ cat err
  collapse-vsprof: standard input:1: no column with the values to count: 'Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,Avg Elapsed Inclusive Time,Avg Elapsed Exclusive Time,Module Name,'
  collapse-vsprof: skipped 1 table without that column
  collapse-vsprof: no output: part of the input was not understood

# samples

  $ collapse-vsprof "$FIXTURES/vsprof/samples.csv"
  main 16
  main;Shop::Basket::total 1716
  main;Shop::Basket::total;acme::fold_left_over_range<core::sequence<core::map<core::pairs<int> > >,acme::is_separatorF> 5901
  main;Shop::Basket::total;parse(int, char const *) 1100
  main;Shop::Basket::total;parse(int, char const *);memcpy 6
  worker thread 5

# twice

  $ collapse-vsprof "$FIXTURES/vsprof/samples.csv" "$FIXTURES/vsprof/samples.csv" | tail -n 1
  worker thread 10
  $ cat "$FIXTURES/vsprof/instrumentation.csv" "$FIXTURES/vsprof/instrumentation.csv" | collapse-vsprof --process | tail -n 1
  tracer.exe;Tracer.Program.Main();Tracer.Scene.Trace(class Tracer.Ray&,bool&);Tracer.Ray.get_Direction() 12004
