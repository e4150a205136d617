SPDX-License-Identifier: MIT

# cut-off

  $ head -c 1900 "$FIXTURES/xctrace/shop.xml" | collapse-xctrace
  shop::work:er;<core::ops::Range<T> as Iterator>::next 1
  start;0x1a6341e2c 1
  start;main;basket::Lines<int>::add(char &, int) 2
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '<?xml version="1.0"?>\n<a><row><backtrace><frame name="x"/></backtrace></row>\n<row></a>' | collapse-xctrace
  x 1
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '<a><b/></a> rubbish' | collapse-xctrace
  [1]
  $ echo "exit $?"
  exit 1
  $ echo '{}' | collapse-xctrace
  [1]
  $ cat err
  collapse-xctrace: standard input:8: a stack that does not end
  collapse-xctrace: standard input:8: the file is cut off
  collapse-xctrace: skipped 1 unfinished stack, 1 end of a file that is cut off
  collapse-xctrace: the output is incomplete: the input is
  collapse-xctrace: standard input:3: a stack that does not end
  collapse-xctrace: standard input:3: cannot be read from here on: 'mismatched tag'
  collapse-xctrace: skipped 1 unfinished stack, 1 remainder of a file
  collapse-xctrace: the output is incomplete: the input is
  collapse-xctrace: standard input:1: the file is cut off
  collapse-xctrace: skipped 1 end of a file that is cut off
  collapse-xctrace: no stacks in the input (1 lines)
  collapse-xctrace: standard input:1: cannot be read from here on: 'not well-formed (invalid token)'
  collapse-xctrace: skipped 1 remainder of a file
  collapse-xctrace: no stacks in the input (1 lines)

# entities

  $ printf '<!DOCTYPE a [<!ENTITY e SYSTEM "in"><!ENTITY f "fine">]><a><row><backtrace><frame name="&f;"/></backtrace></row><row>&e;<backtrace><frame name="g"/></backtrace></row></a>' | collapse-xctrace
  fine 1
  g 1
  $ printf '<?xml version="1.0" encoding="ISO-8859-1"?><a><row><backtrace><frame name="gr\366\337e"/></backtrace></row></a>' | collapse-xctrace
  größe 1

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in references threads; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" xctrace $kind 400000 >in
  > 	collapse-xctrace --thread-names in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-xctrace --thread-names 2>/dev/null | cmp - out
  > 	collapse-xctrace --thread-names --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == references
  1 20007
  collapse-xctrace: skipped 6268 stacks beyond what the size of the input allows
  collapse-xctrace: no output: part of the input was not understood
  == threads
  119 2380838
  collapse-xctrace: skipped 3851 stacks beyond what the size of the input allows
  collapse-xctrace: no output: part of the input was not understood

# joined

  $ cat "$FIXTURES/xctrace/shop.xml" "$FIXTURES/xctrace/shop.xml" | collapse-xctrace --weight --strict >one
  $ collapse-xctrace --weight "$FIXTURES/xctrace/shop.xml" - <"$FIXTURES/xctrace/shop.xml" | cmp one - && cat one
  # flambeau: unit=ns
  shop::work:er;<core::ops::Range<T> as Iterator>::next 2000000
  start;0x1a6341e2c 2000000
  start;main;basket::Lines<int>::add(char &, int) 14000000

# name-of-the-original

  $ inferno-collapse-xctrace "$FIXTURES/xctrace/shop.xml"
  shop::work:er;<core::ops::Range<T> as Iterator>::next 1
  start;0x1a6341e2c 1
  start;main;basket::Lines<int>::add(char &, int) 4
  $ inferno-collapse-xctrace --weight x
  [2]
  $ echo "exit $?"
  exit 2
  $ inferno-collapse-xctrace </dev/null
  $ echo "exit $?"
  exit 0
  $ cat err
  inferno-collapse-xctrace: option '--weight' is not known; try 'inferno-collapse-xctrace --help'

# odd-rows

  $ cat >in <<'END'
  > <trace-query-result><node>
  > <row><backtrace id="1"><frame id="2" name="a"/><frame ref="99"/><frame id="2" name="twice"/><frame id="x" name=""/><frame/></backtrace></row>
  > <row><backtrace ref="2"/><weight ref="1"/></row>
  > <row><backtrace ref="1"/><weight id="5">1e6</weight></row>
  > <row><backtrace id="7"/></row>
  > <row><weight id="8">99999999999999999999</weight></row>
  > <row><backtrace id="1"><frame name="&#x263A; &quot;b;c&quot;&#10;d"/></backtrace></row>
  > </node></trace-query-result>
  > END
  $ collapse-xctrace <in
  [unknown] 1
  [unknown];[unknown];twice;[unknown];a 2
  ☺ "b:c" d 1
  $ collapse-xctrace --weight <in
  [1]
  $ collapse-xctrace --strict in 2>/dev/null
  [1]
  $ cat err
  collapse-xctrace: standard input:2: not understood: 'x'
  collapse-xctrace: standard input:2: not understood: 'no name'
  collapse-xctrace: standard input:4: not understood: '1e6'
  collapse-xctrace: standard input:6: not understood: '99999999999999999999'
  collapse-xctrace: standard input:2: refers to a missing element
  collapse-xctrace: standard input:3: refers to a missing element
  collapse-xctrace: standard input:3: refers to a missing element
  collapse-xctrace: standard input:2: an id that is used twice
  collapse-xctrace: standard input:7: an id that is used twice
  collapse-xctrace: skipped 4 lines not understood, 3 references to missing elements, 2 ids that are used twice, 2 rows without a backtrace
  collapse-xctrace: standard input:2: not understood: 'x'
  collapse-xctrace: standard input:2: not understood: 'no name'
  collapse-xctrace: standard input:4: not understood: '1e6'
  collapse-xctrace: standard input:6: not understood: '99999999999999999999'
  collapse-xctrace: standard input:2: cannot be counted: 'no weight'
  collapse-xctrace: standard input:4: cannot be counted: 'no weight'
  collapse-xctrace: standard input:5: cannot be counted: 'no weight'
  collapse-xctrace: standard input:7: cannot be counted: 'no weight'
  collapse-xctrace: standard input:2: refers to a missing element
  collapse-xctrace: standard input:3: refers to a missing element
  collapse-xctrace: standard input:3: refers to a missing element
  collapse-xctrace: standard input:2: an id that is used twice
  collapse-xctrace: standard input:7: an id that is used twice
  collapse-xctrace: skipped 4 lines not understood, 4 values that cannot be counted, 3 references to missing elements, 2 ids that are used twice, 2 rows without a backtrace
  collapse-xctrace: no stacks in the input (8 lines)

# opt-process-names

  $ collapse-xctrace --process-names --thread-names "$FIXTURES/xctrace/shop.xml" | tail -n 2
  shop (4937);Main Thread  0x87fdd9 (shop, pid: 4937);start;main;basket::Lines<int>::add(char &, int) 2
  shop (4937);worker  0x87fde8 (shop, pid: 4937);shop::work:er;<core::ops::Range<T> as Iterator>::next 1

# opt-thread-names

  $ collapse-xctrace --thread-names "$FIXTURES/xctrace/shop.xml"
  Main Thread  0x87fdd9 (shop, pid: 4937);start;0x1a6341e2c 1
  Main Thread  0x87fdd9 (shop, pid: 4937);start;main;basket::Lines<int>::add(char &, int) 4
  worker  0x87fde8 (shop, pid: 4937);shop::work:er;<core::ops::Range<T> as Iterator>::next 1

# opt-weight

  $ collapse-xctrace --weight "$FIXTURES/xctrace/shop.xml"
  # flambeau: unit=ns
  shop::work:er;<core::ops::Range<T> as Iterator>::next 1000000
  start;0x1a6341e2c 1000000
  start;main;basket::Lines<int>::add(char &, int) 7000000

# shop

  $ collapse-xctrace -v "$FIXTURES/xctrace/shop.xml"
  shop::work:er;<core::ops::Range<T> as Iterator>::next 1
  start;0x1a6341e2c 1
  start;main;basket::Lines<int>::add(char &, int) 4
  $ cat err
  collapse-xctrace: skipped 1 row whose backtrace is missing

# tagged
frames without a backtrace around them: Xcode 27; a weight may be one of cycles

  $ printf '%s' '<?xml version="1.0"?><trace-query-result><node><row><cycle-weight id="1" fmt="1,200 cycles">1200</cycle-weight>' \
  > 	'<tagged-backtrace id="2" fmt="a"><frame id="3" name="leaf"/><frame id="4" name="main"/></tagged-backtrace></row>' \
  > 	'<row><cycle-weight ref="1"/><tagged-backtrace ref="2"/></row>' \
  > 	'<row><cycle-weight id="5" fmt="300 cycles">300</cycle-weight><tagged-backtrace id="6"><backtrace id="7">' \
  > 	'<frame ref="4"/></backtrace></tagged-backtrace></row>' \
  > 	'<row><cycle-weight ref="5"/><tagged-backtrace id="8"/></row></node></trace-query-result>' >in
  $ collapse-xctrace in
  main 1
  main;leaf 2
  $ collapse-xctrace --weight in
  # flambeau: unit=cycles
  main 300
  main;leaf 2400
  $ cat err
  collapse-xctrace: skipped 1 row without a backtrace
  collapse-xctrace: skipped 1 row without a backtrace
