SPDX-License-Identifier: MIT

# cut

  $ printf '# flambeau: snapshot=1\nold;a 5\n# flambeau: end=1\n# flambeau: snapshot=2\n# flambeau: unit=samples\nnew;b 7\nnew;c 1\n# flambeau: end=2\n# flambeau: snapshot=3\nnewer;d 1\n' >s
  $ collapse-filter s
  # flambeau: unit=samples
  new;b 7
  new;c 1
  $ cat s | export-top
  8 samples in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %  function
       7  87.50%      7   87.50%  b
       1  12.50%      1   12.50%  c
       0   0.00%      8  100.00%  new
  $ cat err
  collapse-filter: s: the last snapshot is cut, the one before it is used
  export-top: standard input: the last snapshot is cut, the one before it is used

# last-one
needs: gzip

  $ printf '# flambeau: snapshot=1\nold;a 5\n# flambeau: end=1\n# flambeau: snapshot=2\n# flambeau: unit=samples\nnew;b 7\nnew;c 1\n# flambeau: end=2\n' >s
  $ flamegraph --text s
  |all (8 samples, 100%)__________________________________________________________
  |new 100.00%____________________________________________________________________
  |b 87.50%_____________________________________________________________|c 12.50%_
  3 of 3 frames shown
  $ cat s | flamegraph --text
  |all (8 samples, 100%)__________________________________________________________
  |new 100.00%____________________________________________________________________
  |b 87.50%_____________________________________________________________|c 12.50%_
  3 of 3 frames shown
  $ export-top s
  8 samples in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %  function
       7  87.50%      7   87.50%  b
       1  12.50%      1   12.50%  c
       0   0.00%      8  100.00%  new
  $ collapse-filter s
  # flambeau: unit=samples
  new;b 7
  new;c 1
  $ collapse-guess s
  # flambeau: unit=samples
  new;b 7
  new;c 1
  $ gzip -c s | collapse-filter
  # flambeau: unit=samples
  new;b 7
  new;c 1
  $ difffolded s s
  # flambeau: unit=samples
  new;b 7 7
  new;c 1 1
  $ flamegraph-view s
  |all (8 samples, 100%)__________________________________________________________
  |new 100.00%____________________________________________________________________
  |b 87.50%_____________________________________________________________|c 12.50%_
  3 of 3 frames shown
  $ collapse-recursive s
  # flambeau: unit=samples
  new;b 7
  new;c 1
  $ cat err
  collapse-guess: s looks like folded

# none-whole

  $ printf '# flambeau: snapshot=1\na;b 1\n' >s
  $ collapse-filter s
  [1]
  $ echo $?
  1
  $ flamegraph --text s
  [1]
  $ echo $?
  1
  $ cat err
  collapse-filter: s: the last snapshot is cut
  collapse-filter: no stacks are left
  flamegraph: s: the last snapshot is cut
  flamegraph: no stacks in the input

# originals

  $ printf '# flambeau: snapshot=1\nold;a 5\n# flambeau: end=1\n# flambeau: snapshot=2\n# flambeau: unit=samples\nnew;b 7\nnew;c 1\n# flambeau: end=2\n' >s
  $ flamegraph.pl s | grep -c '<title>'
  6
  $ inferno-flamegraph s 2>/dev/null | grep -c '<title>'
  6
  $ cat err
  flamegraph.pl: s:1: no count at the end of the line: '# flambeau: snapshot=1'
  flamegraph.pl: s:3: no count at the end of the line: '# flambeau: end=1'
  flamegraph.pl: s:4: no count at the end of the line: '# flambeau: snapshot=2'
  flamegraph.pl: s:5: no count at the end of the line: '# flambeau: unit=samples'
  flamegraph.pl: s:8: no count at the end of the line: '# flambeau: end=2'
  flamegraph.pl: Ignored 5 lines with invalid format
  flamegraph.pl: Stack count is low (13). Did something go wrong?

# other-number

  $ printf '# flambeau: snapshot=1\na;b 1\n# flambeau: end=2\nx;y 1\n# flambeau: end=1\n' | collapse-filter
  a;b 1
  x;y 1
