SPDX-License-Identifier: MIT

# errors

  $ collapse-callgrind --event Nope "$FIXTURES/callgrind/hand.out" 2>&1 | sed 's/.*hand.out/hand.out/'
  hand.out:10: no such event in this file; there are: 'Ir Bc'
  collapse-callgrind: no output: part of the input was not understood
  $ printf '%s\n' 'events: Ir' '1 5' 'fn=(7)' 'fn=(1) f' '2 x' '3 4' 'cfn=(9)' 'calls=1 1' '3 4' 'odd line' 'totals: 9' >in
  $ collapse-callgrind in
  # flambeau: event=Ir
  # flambeau: unit=instructions
  f 4
  $ collapse-callgrind --strict in
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '%s\n' 'events: Ir' 'fn=f' '1 18446744073709551615' 'fn=g' '1 18446744073709551615' 'cfn=f' 'calls=1 1' '1 18446744073709551615' | collapse-callgrind
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-callgrind: in:2: not understood: '1 5'
  collapse-callgrind: in:3: not understood: 'fn=(7)'
  collapse-callgrind: in:5: not understood: '2 x'
  collapse-callgrind: in:7: not understood: 'cfn=(9)'
  collapse-callgrind: in:10: not understood: 'odd line'
  collapse-callgrind: in:12: the costs of the functions do not add up to the total of the file
  collapse-callgrind: skipped 5 lines not understood, 1 total that does not add up
  collapse-callgrind: in:2: not understood: '1 5'
  collapse-callgrind: in:3: not understood: 'fn=(7)'
  collapse-callgrind: in:5: not understood: '2 x'
  collapse-callgrind: in:7: not understood: 'cfn=(9)'
  collapse-callgrind: in:10: not understood: 'odd line'
  collapse-callgrind: in:12: the costs of the functions do not add up to the total of the file
  collapse-callgrind: skipped 5 lines not understood, 1 total that does not add up
  collapse-callgrind: no output: part of the input was not understood
  collapse-callgrind: standard input:9: the costs pass 2^64-1
  collapse-callgrind: no output: part of the input was not understood

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in diamonds line; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" callgrind $kind 400000 >in
  > 	collapse-callgrind in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-callgrind 2>/dev/null | cmp - out
  > 	collapse-callgrind --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == diamonds
  4096 236622
  == line
  1727 7530474
  collapse-callgrind: kept 1 call whose cost stays with the caller: too many ways lead to it
  collapse-callgrind: no output: part of the input was not understood

# graph
costs by the proportions of each function; the sum is the total; names with callers, lambdas

  $ collapse-callgrind "$FIXTURES/callgrind/hand.out"
  # flambeau: event=Ir
  # flambeau: unit=instructions
  main 150
  main;ns::work(int, 'lambda'(char)) 300
  main;ns::work(int, 'lambda'(char));other 300
  main;other 250
  $ echo '== another event'
  == another event
  $ collapse-callgrind --event Bc "$FIXTURES/callgrind/hand.out"
  # flambeau: event=Bc
  # flambeau: unit=Bc
  main 1
  main;ns::work(int, 'lambda'(char)) 5
  main;ns::work(int, 'lambda'(char));other 1
  main;other 2
  ns::work(int, 'lambda'(char)) 1

# least
less than a share stays where it is

  $ sum() { awk '{ sum += $NF } END { print sum, NR }'; }
  $ for least in 0 1 30 100; do
  > 	collapse-callgrind --no-header --least $least "$FIXTURES/callgrind/tree.out" | sum
  > done
  37575 87
  37575 51
  37575 13
  37575 9
  $ collapse-callgrind --least 101 "$FIXTURES/callgrind/tree.out"
  [2]
  $ cat err
  collapse-callgrind: option '--least' cannot take '101': a percentage is expected; try 'collapse-callgrind --help'

# recursion
direct and mutual recursion end; nothing is lost

  $ printf '%s\n' 'events: Ir' 'fn=main' '1 1' 'cfn=f' 'calls=1 1' '1 99' 'fn=f' '2 40' 'cfn=f' 'calls=9 2' '2 200' \
  > 	'cfn=g' 'calls=3 3' '2 59' 'fn=g' '3 10' 'cfn=f' 'calls=1 2' '3 49' 'totals: 51' >in
  $ collapse-callgrind in
  # flambeau: event=Ir
  # flambeau: unit=instructions
  main 1
  main;f 21
  main;f;g 29
  $ echo '== only a cycle'
  == only a cycle
  $ printf '%s\n' 'events: Ir' 'fn=a' '1 10' 'cfn=b' 'calls=1 1' '1 5' 'fn=b' '1 5' 'cfn=a' 'calls=1 1' '1 15' | collapse-callgrind
  # flambeau: event=Ir
  # flambeau: unit=instructions
  b 4
  b;a 11
