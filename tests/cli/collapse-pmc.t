SPDX-License-Identifier: MIT

# callgraph

  $ collapse-pmc "$FIXTURES/pmc/callgraph.txt"
  0x8012345 3
  amd64_syscall;sys_select;seltd_drop;mtx_release;lockstat_note 2
  fork_exit;sched_idletd;cpu_search_highest 15
  mtx_release;lockstat_note 9
  pagedaemon;pmap_scan_ref;mtx_release;lockstat_note 1
  vm_fault_hold;rw_release;lockstat_note 5

# empty

  $ stackcollapse-pmc.pl </dev/null
  $ echo "exit $?"
  exit 0
  $ collapse-pmc </dev/null
  [1]
  $ cat err
  collapse-pmc: nothing recognised: the input is empty

# events
samples of one event are not those of another: that they were added up is said

  $ printf '%s\n' '@ CYCLES [5 samples]' '' '100.0%  [5]  f @ /k' '' '@ INSTRUCTIONS [9 samples]' '' '100.0%  [9]  f @ /k' |
  > 	tee in | collapse-pmc
  f 14
  $ collapse-pmc --chunk-size 64 -j 2 in
  f 14
  $ cat in | sed 's/INSTRUCTIONS/CYCLES/' | collapse-pmc
  f 14
  $ cat err
  collapse-pmc: samples of several events were added up
  collapse-pmc: samples of several events were added up

# jump

  $ printf '%s\n' '50.00%  [9]  leaf;x @ /k' '   50.00%  [4]  far' ' 10.0%  [6]  more' 'what' '50.0%  [x]  f' | tee in | stackcollapse-pmc.pl
  far;leaf:x 4
  more;leaf:x 6
  $ echo "exit $?"
  exit 0
  $ collapse-pmc --strict in
  [1]
  $ cat err
  stackcollapse-pmc.pl: standard input:4: not understood: 'what'
  stackcollapse-pmc.pl: standard input:5: not understood: '50.0%  [x]  f'
  stackcollapse-pmc.pl: standard input:2: more than one level below the row before it: 'far'
  stackcollapse-pmc.pl: standard input:3: cannot be counted: 'more'
  stackcollapse-pmc.pl: skipped 2 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-pmc: in:4: not understood: 'what'
  collapse-pmc: in:5: not understood: '50.0%  [x]  f'
  collapse-pmc: in:2: more than one level below the row before it: 'far'
  collapse-pmc: in:3: cannot be counted: 'more'
  collapse-pmc: skipped 2 lines not understood, 1 row that skips levels, 1 value that cannot be counted
  collapse-pmc: no output: part of the input was not understood
