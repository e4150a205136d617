SPDX-License-Identifier: MIT

# any-order

  $ printf '%s' '{"timeDeltas":[5,10,-3,20],"samples":[2,3,2,9],"endTime":150,"startTime":100,"nodes":[' \
  > 	'{"children":[2,3],"callFrame":{"functionName":"(root)"},"id":1},' \
  > 	'{"id":3,"callFrame":{"url":"http://x/y/z.js","lineNumber":0,"functionName":""}},' \
  > 	'{"id":2,"callFrame":{"functionName":"a;b"}}]}' >in
  $ collapse-cpuprofile in
  (anonymous) (z.js:1) 1
  a:b 2
  $ collapse-cpuprofile -v --time in
  # flambeau: unit=us
  a:b 27
  $ cat err
  collapse-cpuprofile: in:1: a node that is not in the tree
  collapse-cpuprofile: skipped 1 node that is not in the tree
  collapse-cpuprofile: in:1: a node that is not in the tree
  collapse-cpuprofile: in:1: a sample earlier than the one before it
  collapse-cpuprofile: skipped 1 node that is not in the tree, 1 sample whose time goes backwards

# cpu

  $ collapse-cpuprofile "$FIXTURES/cpuprofile/shop.cpuprofile"
  (anonymous) (shop.js:17);post;(anonymous) (shop.js:15);post;dispatch 1
  (anonymous) (shop.js:17);work;remember 3
  (anonymous) (shop.js:17);work;sorted 12
  (garbage collector) 6

# cut-off

  $ head -c 1500 "$FIXTURES/cpuprofile/shop.cpuprofile" | collapse-cpuprofile
  (anonymous) (shop.js:17);work;remember 3
  (anonymous) (shop.js:17);work;sorted 12
  [1]
  $ echo "exit $?"
  exit 1
  $ head -c 1880 "$FIXTURES/cpuprofile/shop.cpuprofile" | collapse-cpuprofile
  (anonymous) (shop.js:17);post;(anonymous) (shop.js:15);post;dispatch 1
  (anonymous) (shop.js:17);work;remember 3
  (anonymous) (shop.js:17);work;sorted 12
  (garbage collector) 6
  [1]
  $ echo "exit $?"
  exit 1
  $ head -c 900 "$FIXTURES/cpuprofile/shop.heapprofile" | collapse-cpuprofile
  # flambeau: unit=bytes
  (anonymous);(anonymous) (shop.js:17);work;remember 2504744
  [1]
  $ cat err
  collapse-cpuprofile: standard input:1: the file is cut off
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: skipped 1 end of a file that is cut off, 1 node that is not in the tree
  collapse-cpuprofile: the output is incomplete: the input is
  collapse-cpuprofile: standard input:1: the file is cut off
  collapse-cpuprofile: skipped 1 end of a file that is cut off
  collapse-cpuprofile: the output is incomplete: the input is
  collapse-cpuprofile: standard input:1: the file is cut off
  collapse-cpuprofile: skipped 1 end of a file that is cut off
  collapse-cpuprofile: the output is incomplete: the input is

# few-bytes-deep-stacks
needs: python3
few bytes that stand for deep stacks: what is beyond the size of the input is left out and counted, of a pipe the same

  $ for kind in deep comb; do
  > 	echo "== $kind"
  > 	python3 -B "$TESTS/laws/worst.py" cpuprofile $kind 400000 >in
  > 	collapse-cpuprofile in 2>err >out
  > 	wc -lc <out | sed 's/^ *//'
  > 	tail -n 1 err
  > 	cat in | collapse-cpuprofile 2>/dev/null | cmp - out
  > 	collapse-cpuprofile --strict in 2>&1 >/dev/null | tail -n 1
  > done
  == deep
  1735 3015430
  collapse-cpuprofile: skipped 3265 stacks beyond what the size of the input allows
  collapse-cpuprofile: no output: part of the input was not understood
  == comb
  597 2988472
  collapse-cpuprofile: skipped 1903 stacks beyond what the size of the input allows
  collapse-cpuprofile: no output: part of the input was not understood

# heap

  $ collapse-cpuprofile --time "$FIXTURES/cpuprofile/shop.heapprofile"
  # flambeau: unit=bytes
  (anonymous);(anonymous) (shop.js:17);work;remember 2504744

# joined

  $ cat "$FIXTURES/cpuprofile/shop.cpuprofile" "$FIXTURES/cpuprofile/shop.cpuprofile" | collapse-cpuprofile --time >one
  $ collapse-cpuprofile --time "$FIXTURES/cpuprofile/shop.cpuprofile" - <"$FIXTURES/cpuprofile/shop.cpuprofile" | cmp one - && tail -n 1 one
  (garbage collector) 23850

# odd-trees

  $ printf '%s' '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2,7]},' \
  > 	'{"id":2,"callFrame":{"functionName":"a"},"children":[3]},{"id":3,"callFrame":{"functionName":"b"},"children":[2]},' \
  > 	'{"id":4,"callFrame":{"functionName":"c"},"children":[5]},{"id":5,"callFrame":{"functionName":"d"},"children":[4]},' \
  > 	'{"id":5},{"id":"x"},{}],"samples":[2,3,4,5,6,-1,1.5,"z"]}' | collapse-cpuprofile
  a 2
  a;b 1
  d 1
  d;c 1
  $ cat err
  collapse-cpuprofile: standard input:1: not understood: 'x'
  collapse-cpuprofile: standard input:1: not understood: 'z'
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: standard input:1: a node that is not in the tree
  collapse-cpuprofile: skipped 2 lines not understood, 7 nodes that are not in the tree

# old-head

  $ printf '%s' '{"head":{"functionName":"(root)","id":1,"hitCount":0,"children":[{"functionName":"main","url":"a.js","lineNumber":3,"id":2,"hitCount":4,"children":[{"functionName":"f","id":3,"hitCount":2,"children":[]}]}]}}' >in
  $ collapse-cpuprofile in
  main 4
  main;f 2
  $ collapse-cpuprofile --time in
  [1]
  $ cat err
  collapse-cpuprofile: in:1: no column with the values to count: 'samples'
  collapse-cpuprofile: skipped 1 table without that column
  collapse-cpuprofile: no output: part of the input was not understood

# opt-locations

  $ collapse-cpuprofile --locations "$FIXTURES/cpuprofile/shop.cpuprofile"
  (anonymous) (file:///srv/app/shop.js:17);post (file:///srv/app/shop.js:15);(anonymous) (file:///srv/app/shop.js:15);post (node:inspector:112);dispatch 1
  (anonymous) (file:///srv/app/shop.js:17);work (file:///srv/app/shop.js:11);remember (file:///srv/app/shop.js:10) 3
  (anonymous) (file:///srv/app/shop.js:17);work (file:///srv/app/shop.js:11);sorted (file:///srv/app/shop.js:5) 12
  (garbage collector) 6

# opt-time

  $ collapse-cpuprofile -v --time <"$FIXTURES/cpuprofile/shop.cpuprofile"
  # flambeau: unit=us
  (anonymous) (shop.js:17);post;(anonymous) (shop.js:15);post;dispatch 25351
  (anonymous) (shop.js:17);work;remember 9558
  (anonymous) (shop.js:17);work;sorted 48519
  (garbage collector) 11925

# other-json

  $ printf '{"a":[1,2' | collapse-cpuprofile
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,,2]}' | collapse-cpuprofile
  [1]
  $ echo "exit $?"
  exit 1
  $ printf '{"a":[1,2]}' | collapse-cpuprofile
  [1]
  $ echo "exit $?"
  exit 1
  $ collapse-cpuprofile </dev/null
  [1]
  $ cat err
  collapse-cpuprofile: standard input: not known, passed over: member 'a'
  collapse-cpuprofile: standard input:1: the file is cut off
  collapse-cpuprofile: skipped 1 end of a file that is cut off
  collapse-cpuprofile: no stacks in the input (1 lines)
  collapse-cpuprofile: standard input: not known, passed over: member 'a'
  collapse-cpuprofile: standard input:1: cannot be read from here on: 'unallowed token at this point in JSON text'
  collapse-cpuprofile: skipped 1 remainder of a file
  collapse-cpuprofile: no stacks in the input (1 lines)
  collapse-cpuprofile: standard input: this is JSON in no known format; collapse-guess --list names the formats
  collapse-cpuprofile: nothing recognised: the input is empty

# parents

  $ printf '%s' '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"main"}},' \
  > 	'{"id":3,"parent":2,"callFrame":{"functionName":"f"}}],"samples":[3,3,2,1]}' | collapse-cpuprofile
  (root) 1
  main 1
  main;f 2
