SPDX-License-Identifier: MIT

# compressed
needs: gzip

  $ gzip -c "$FIXTURES/xdebug/shop.xt" | collapse-xdebug | cmp - "$INPUTS/time.out"

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in ladder; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" xdebug $kind 400000 >in
  > 	collapse-xdebug in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-xdebug 2>/dev/null | cmp - out
  > 	collapse-xdebug --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == ladder
  1406 1978260
  collapse-xdebug: skipped 1 unfinished stack, 10866 stacks beyond what the size of the input allows
  collapse-xdebug: no output: part of the input was not understood

# input-stays

  $ cp "$FIXTURES/xdebug/shop.xt" in
  $ stackcollapse-xdebug.php in >/dev/null
  $ cmp in "$FIXTURES/xdebug/shop.xt" && ls
  in

# large-level

  $ {
  > 	echo 'TRACE START [2026-01-01 00:00:00.000000]'
  > 	printf '1\t0\t0\t0.000500\t1\t{main}\t1\t\t/x.php\t0\t0\n'
  > 	printf '4294967297\t1\t0\t0.001500\t1\tjump\t0\t\t/x.php\t3\t0\n'
  > 	printf '4294967298\t1\t1\t0.001600\t1\n'
  > 	printf '1\t0\t1\t0.002200\t1\n'
  > } | collapse-xdebug
  # flambeau: unit=us
  {main} 1000
  {main};jump 700
  $ cat err
  collapse-xdebug: standard input:3: more than one level below the row before it: 'jump'
  collapse-xdebug: standard input:6: a stack that does not end
  collapse-xdebug: standard input:4: an exit without an entry: '4294967298?1?1?0.001600?1'
  collapse-xdebug: skipped 1 row that skips levels, 1 unfinished stack, 1 exit without an entry

# levels

  $ {
  > 	echo 'TRACE START [2026-01-01 00:00:00.000000]'
  > 	printf '5\t9\t1\t0.000100\t1\n'
  > 	printf '1\t0\t0\t0.000500\t1\t{main}\t1\t\t/x.php\t0\t0\n'
  > 	printf '2\t1\t0\t0.001500\t1\tFoo->bar;baz\t1\t\t/x.php\t3\t0\n'
  > 	printf '3\t2\t0\t0.001600\t1\teval\t1\t\t/x.php\t3\t0\n'
  > 	printf '2\t3\t0\t0.002000\t1\tafter\t0\t\t/x.php\t9\t0\n'
  > 	printf '5\t4\t0\t0.002100\t1\tjump\t0\t\t/x.php\t9\t0\n'
  > 	printf '1\t0\t1\t0.002200\t1\n'
  > 	printf 'rubbish\n2\t1\t0\tx\t1\tf\n0\t1\t0\t1.0\t1\tf\n2\t1\t0\t1.0\t1\n'
  > } >in
  $ collapse-xdebug in
  # flambeau: unit=us
  {main} 1000
  {main};Foo->bar:baz 100
  {main};Foo->bar:baz;eval 400
  {main};after 100
  {main};after;jump 100
  $ echo "exit $?"
  exit 0
  $ stackcollapse-xdebug.php -c in 2>/dev/null
  {main} 1
  $ collapse-xdebug --strict in 2>&1 | tail -n 1
  collapse-xdebug: no output: part of the input was not understood
  $ cat err
  collapse-xdebug: in:9: not understood: 'rubbish'
  collapse-xdebug: in:10: not understood: '2?1?0?x?1?f'
  collapse-xdebug: in:11: not understood: '0?1?0?1.0?1?f'
  collapse-xdebug: in:12: not understood: '2?1?0?1.0?1'
  collapse-xdebug: in:7: more than one level below the row before it: 'jump'
  collapse-xdebug: in:13: a stack that does not end
  collapse-xdebug: in:2: an exit without an entry: '5?9?1?0.000100?1'
  collapse-xdebug: skipped 4 lines not understood, 1 row that skips levels, 1 unfinished stack, 1 exit without an entry

# opt-calls

  $ collapse-xdebug --calls "$FIXTURES/xdebug/shop-returns.xt"
  # flambeau: unit=calls
  {main} 1
  {main};Shop\Basket->add 1
  {main};Shop\Basket->add;Exception->__construct 1
  {main};Shop\Basket->sorted 1
  {main};Shop\Basket->sorted;usort 1
  {main};Shop\Basket->sorted;usort;Shop\Basket->Shop\{closure:/srv/app/shop.php:30-30} 3
  {main};Shop\Basket->sorted;usort;Shop\Basket->Shop\{closure:/srv/app/shop.php:30-30};strcmp 3
  {main};Shop\Basket->total 1
  {main};Shop\Basket->total;array_map 1
  {main};Shop\Basket->total;array_map;Shop\Basket->Shop\{closure:/srv/app/shop.php:25-25} 3
  {main};Shop\Basket->total;array_sum 1
  {main};Shop\Basket::of 1
  {main};Shop\Basket::of;Shop\Basket->add 3
  {main};Shop\depth 1
  {main};Shop\depth;Shop\depth 1
  {main};Shop\depth;Shop\depth;Shop\depth 1
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth 1
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 1
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 1
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 1

# opt-count

  $ stackcollapse-xdebug.php -c "$FIXTURES/xdebug/shop.xt" | tee out
  {main};Shop\Basket->add;Exception->__construct 1
  {main};Shop\Basket->sorted;usort;Shop\Basket->Shop\{closure:/srv/app/shop.php:30-30};strcmp 3
  {main};Shop\Basket->total;array_map;Shop\Basket->Shop\{closure:/srv/app/shop.php:25-25} 3
  {main};Shop\Basket->total;array_sum 1
  {main};Shop\Basket::of;Shop\Basket->add 3
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 1
  $ collapse-xdebug -t --count "$FIXTURES/xdebug/shop.xt" | cmp out -
  out - differ: char 1, line 1
  [1]

# opt-help

  $ stackcollapse-xdebug.php -h | head -n 1
  stackcollapse-xdebug.php - folded stacks from function traces of PHP's Xdebug
  $ stackcollapse-xdebug.php --help | wc -l
  11

# opt-t

  $ stackcollapse-xdebug.php -t "$FIXTURES/xdebug/shop-returns.xt" | head -n 2
  {main} 29
  {main};Shop\Basket->add 12

# other-forms

  $ printf "TRACE START [x]\n    0.0007     400800   -> {main}() /app/x.php:0\n" | collapse-xdebug
  [1]
  $ cat err
  collapse-xdebug: standard input:2: not understood: '    0.0007     400800   -> {main}() /app/x.php:0'
  collapse-xdebug: standard input:3: a stack that does not end
  collapse-xdebug: skipped 1 line not understood, 1 unfinished stack
  collapse-xdebug: no stacks in the input (2 lines)

# returns-and-assignments

  $ collapse-xdebug --strict "$FIXTURES/xdebug/shop-returns.xt" | tail -n 1
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 10

# rounded-once

  $ {
  > 	echo 'TRACE START [x]'
  > 	printf '1\t0\t0\t0.0000001\t1\t{main}\t1\n'
  > 	printf '2\t1\t0\t0.0000005\t1\tf\t1\n2\t1\t1\t0.0000009\t1\n'
  > 	printf '2\t1\t0\t0.0000009\t1\tf\t1\n2\t1\t1\t0.0000014\t1\n1\t0\t1\t0.0000014\t1\n'
  > 	echo 'TRACE END'
  > } | collapse-xdebug -v
  # flambeau: unit=us
  {main};f 1
  $ cat err
  collapse-xdebug: stacks whose count rounds to 0, left out: 1

# time

  $ collapse-xdebug "$FIXTURES/xdebug/shop.xt"
  # flambeau: unit=us
  {main} 23
  {main};Shop\Basket->add 10
  {main};Shop\Basket->add;Exception->__construct 4
  {main};Shop\Basket->sorted 5
  {main};Shop\Basket->sorted;usort 10
  {main};Shop\Basket->sorted;usort;Shop\Basket->Shop\{closure:/srv/app/shop.php:30-30} 11
  {main};Shop\Basket->sorted;usort;Shop\Basket->Shop\{closure:/srv/app/shop.php:30-30};strcmp 6
  {main};Shop\Basket->total 11
  {main};Shop\Basket->total;array_map 19
  {main};Shop\Basket->total;array_map;Shop\Basket->Shop\{closure:/srv/app/shop.php:25-25} 8
  {main};Shop\Basket->total;array_sum 2
  {main};Shop\Basket::of 25
  {main};Shop\Basket::of;Shop\Basket->add 13
  {main};Shop\depth 4
  {main};Shop\depth;Shop\depth 2
  {main};Shop\depth;Shop\depth;Shop\depth 4
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth 2
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 2
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 3
  {main};Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth;Shop\depth 2

# two-traces

  $ cat "$FIXTURES/xdebug/shop.xt" "$FIXTURES/xdebug/shop.xt" | collapse-xdebug --calls | head -n 4
  # flambeau: unit=calls
  {main} 2
  {main};Shop\Basket->add 2
  {main};Shop\Basket->add;Exception->__construct 2
  $ collapse-xdebug --calls "$FIXTURES/xdebug/shop.xt" "$FIXTURES/xdebug/shop.xt" | head -n 4
  # flambeau: unit=calls
  {main} 2
  {main};Shop\Basket->add 2
  {main};Shop\Basket->add;Exception->__construct 2
