SPDX-License-Identifier: MIT

# all
with --all what is noise, too

  $ printf 'main;a 100\nmain;b 900\nmain;c 40\n' >before
  $ printf 'main;a 107\nmain;b 800\nmain;c 140\nmain;d 1\n' >after
  $ diffreport before after; diffreport --all before after
  all: 1,040 -> 1,048 (+0.8 %)
  Noise guard on: 1,040 samples before, 1,048 after; 5 functions tested at level 0.001.
  Before: before (total 1,040)
  After: after (total 1,048)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank (2 within the noise)
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     86.54%   76.34%   -10.20   86.54%   76.34%   -10.20    1e-08   b
      3.85%   13.36%    +9.51    3.85%   13.36%    +9.51    2e-14   c
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     86.54%   76.34%   -10.20   86.54%   76.34%   -10.20    7e-09   b
      3.85%   13.36%    +9.51    3.85%   13.36%    +9.51    1e-14   c
  all: 1,040 -> 1,048 (+0.8 %)
  Noise guard on: 1,040 samples before, 1,048 after; 5 functions tested at level 0.001.
  Before: before (total 1,040)
  After: after (total 1,048)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank (2 within the noise)
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     86.54%   76.34%   -10.20   86.54%   76.34%   -10.20    1e-08   b
      3.85%   13.36%    +9.51    3.85%   13.36%    +9.51    2e-14   c
      9.62%   10.21%    +0.59    9.62%   10.21%    +0.59    1.000 ~ a
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     86.54%   76.34%   -10.20   86.54%   76.34%   -10.20    7e-09   b
      3.85%   13.36%    +9.51    3.85%   13.36%    +9.51    1e-14   c
      9.62%   10.21%    +0.59    9.62%   10.21%    +0.59    1.000 ~ a
   (esc)
  New functions
      total                       self
     before    after   change   before    after   change        p   function
      0.00%    0.10%    +0.10    0.00%    0.10%    +0.10    1.000 ~ d
  $ diffreport --all --format markdown before after | grep noise
  ### 1 function grew, 1 shrank (2 within the noise)
  | 9.62% | 10.21% | +0.59 | 9.62% | 10.21% | +0.59 | <code>a</code> *noise* |
  | 9.62% | 10.21% | +0.59 | 9.62% | 10.21% | +0.59 | <code>a</code> *noise* |
  | 0.00% | 0.10% | +0.10 | 0.00% | 0.10% | +0.10 | <code>d</code> *noise* |
  $ diffreport --all --format json before after | grep -c '"noise": true'
  3

# alpha
how sure is sure

  $ printf 'main;a 100\nmain;b 900\n' >before; printf 'main;a 140\nmain;b 860\n' >after
  $ for alpha in 0.01 0.05 1; do diffreport --alpha $alpha before after; done
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 0.01.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise)
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 0.05.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   14.00%    +4.00   10.00%   14.00%    +4.00    0.022   a
     90.00%   86.00%    -4.00   90.00%   86.00%    -4.00    0.022   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   14.00%    +4.00   10.00%   14.00%    +4.00    0.014   a
     90.00%   86.00%    -4.00   90.00%   86.00%    -4.00    0.014   b
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 1.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   14.00%    +4.00   10.00%   14.00%    +4.00    0.022   a
     90.00%   86.00%    -4.00   90.00%   86.00%    -4.00    0.022   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   14.00%    +4.00   10.00%   14.00%    +4.00    0.014   a
     90.00%   86.00%    -4.00   90.00%   86.00%    -4.00    0.014   b

# amounts
changes in time, or what else the files say that they count: where totals are compared

  $ folded() { printf '# flambeau: unit=%s\nprog;main;hash %s\nprog;main;rest %s\nprog;main;%s 90000000\n' "$@"; }
  $ folded ns 695000000 400000000 old >before
  $ folded ns 1159000000 400000000 new >after
  $ for format in text brief markdown; do diffreport --all -f $format before after | grep -e hash -e rest -e new -e old -e ratio -e amount; done
  1 function grew, 1 shrank, 1 is new, 1 vanished
      total                       self                       amount
     before    after   change   before    after   change     change    ratio        p   function
     58.65%   70.29%   +11.64   58.65%   70.29%   +11.64    +464 ms    x1.67    8e-10   hash
     33.76%   24.26%    -9.50   33.76%   24.26%    -9.50       0 ns    x1.00    1e-07   rest
      total                       self                       amount
     before    after   change   before    after   change     change    ratio        p   function
     58.65%   70.29%   +11.64   58.65%   70.29%   +11.64    +464 ms    x1.67    4e-10   hash
     33.76%   24.26%    -9.50   33.76%   24.26%    -9.50       0 ns    x1.00    4e-08   rest
      total                       self                       amount
     before    after   change   before    after   change     change    ratio        p   function
      0.00%    5.46%    +5.46    0.00%    5.46%    +5.46   +90.0 ms        -    2e-21   new
      total                       self                       amount
     before    after   change   before    after   change     change    ratio        p   function
      7.59%    0.00%    -7.59    7.59%    0.00%    -7.59   -90.0 ms        -    1e-34   old
  1 function grew, 1 shrank, 1 is new, 1 vanished:
     +11.64 points: hash (+464 ms, x1.67, 58.65% to 70.29%)
      -9.50 points: rest (0 ns, x1.00, 33.76% to 24.26%)
      -7.59 points: old (-90.0 ms, 7.59% to 0.00%, vanished)
      +5.46 points: new (+90.0 ms, 0.00% to 5.46%, new)
  ### 1 function grew, 1 shrank, 1 is new, 1 vanished
  | total before | total after | total change | self before | self after | self change | amount change | amount ratio | function |
  | 58.65% | 70.29% | +11.64 | 58.65% | 70.29% | +11.64 | +464 ms | x1.67 | <code>hash</code> |
  | 33.76% | 24.26% | -9.50 | 33.76% | 24.26% | -9.50 | 0 ns | x1.00 | <code>rest</code> |
  | total before | total after | total change | self before | self after | self change | amount change | amount ratio | function |
  | 58.65% | 70.29% | +11.64 | 58.65% | 70.29% | +11.64 | +464 ms | x1.67 | <code>hash</code> |
  | 33.76% | 24.26% | -9.50 | 33.76% | 24.26% | -9.50 | 0 ns | x1.00 | <code>rest</code> |
  | total before | total after | total change | self before | self after | self change | amount change | amount ratio | function |
  | 0.00% | 5.46% | +5.46 | 0.00% | 5.46% | +5.46 | +90.0 ms | - | <code>new</code> |
  | total before | total after | total change | self before | self after | self change | amount change | amount ratio | function |
  | 7.59% | 0.00% | -7.59 | 7.59% | 0.00% | -7.59 | -90.0 ms | - | <code>old</code> |
  $ echo == of means
  == of means
  $ diffreport --all --before before --before after --after after | grep -e hash -e new
     65.42%   70.29%    +4.87   65.42%   70.29%    +4.87    +232 ms    x1.25    1.000 ~ hash
      3.18%    5.46%    +2.28    3.18%    5.46%    +2.28   +45.0 ms    x2.00    1.000 ~ new
     65.42%   70.29%    +4.87   65.42%   70.29%    +4.87    +232 ms    x1.25    1.000 ~ hash
      3.18%    5.46%    +2.28    3.18%    5.46%    +2.28   +45.0 ms    x2.00    1.000 ~ new
  $ echo == counts
  == counts
  $ for unit in bytes cycles; do for file in before after; do sed "s/=ns/=$unit/" $file >$unit-$file; done; diffreport --all $unit-before $unit-after | grep -m 2 -e ratio -e hash; done
     before    after   change   before    after   change     change    ratio        p   function
     58.65%   70.29%   +11.64   58.65%   70.29%   +11.64 +442.5 MiB    x1.67        -   hash
     before    after   change   before    after   change          change    ratio        p   function
     58.65%   70.29%   +11.64   58.65%   70.29%   +11.64    +464,000,000    x1.67    8e-10   hash
  $ echo == not where shares are compared, or nothing says what is counted
  == not where shares are compared, or nothing says what is counted
  $ for file in before after; do sed 1d $file >plain-$file; done
  $ for format in text brief markdown; do diffreport -f $format --normalize before after; diffreport -f $format before bytes-after; diffreport -f $format plain-before plain-after; done | grep -e amount -e x1.67
  [1]

# brief
a sentence and one list of what changed most

  $ printf 'p;main;a 300\np;main;old 200\np;main;c 500\n' >before; printf 'p;main;a 500\np;main;new 250\np;main;c 250\n' >after
  $ diffreport --format brief before after; diffreport -f brief --top 2 before after; diffreport -f brief before before
  all: 1,000 -> 1,000 (0 %)
  1 function grew, 1 shrank, 1 is new, 1 vanished:
     +25.00 points: new (0.00% to 25.00%, new)
     -25.00 points: c (50.00% to 25.00%)
     +20.00 points: a (30.00% to 50.00%)
     -20.00 points: old (20.00% to 0.00%, vanished)
  all: 1,000 -> 1,000 (0 %)
  1 function grew, 1 shrank, 1 is new, 1 vanished; most of all:
     +25.00 points: new (0.00% to 25.00%, new)
     -25.00 points: c (50.00% to 25.00%)
  all: 1,000 -> 1,000 (0 %)
  No function changed its share
  $ diffreport -f brief --fail-over 10% before after | head -n 1; printf 'p;main;b\033[1m 1000\n' >odd; diffreport -f brief --top 1 before odd
  all: 1,000 -> 1,000 (0 %): functions over budget (no budget for the total)
  all: 1,000 -> 1,000 (0 %)
  1 function is new, 3 vanished; most of all:
    +100.00 points: b�[1m (0.00% to 100.00%, new)

# budget
all stacks with a function that matches, each once; the last = divides

  $ printf 'main;json_a;json_b 100\nmain;xml 100\nmain;a=b 100\nmain;rest 700\n' >before
  $ printf 'main;json_a;json_b 140\nmain;xml 120\nmain;a=b 130\nmain;rest 610\n' >after
  $ diffreport --budget '^json=+4' --budget 'xml|a=b=5' before after; echo "exit $?"
  all: 1,000 -> 1,000 (0 %): functions within budget (no budget for the total)
  Noise guard on: 1,000 samples before, 1,000 after; 6 functions tested at level 0.001.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function shrank (4 within the noise): functions within budget
  - functions like ^json: 10.00% to 14.00% (+4.00): within the limit of +4
  - functions like xml|a=b: 20.00% to 25.00% (+5.00): within the limit of +5
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     70.00%   61.00%    -9.00   70.00%   61.00%    -9.00    2e-04   rest
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     70.00%   61.00%    -9.00   70.00%   61.00%    -9.00    1e-04   rest
  exit 0
  $ diffreport --budget '^json=+3.9' --budget 'xml|a=b=+4.99' before after | head -n 8
  all: 1,000 -> 1,000 (0 %): functions over budget (no budget for the total)
  Noise guard on: 1,000 samples before, 1,000 after; 6 functions tested at level 0.001.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function shrank (4 within the noise): functions over budget
  - functions like ^json: 10.00% to 14.00% (+4.00): over the limit of +3.9
  $ diffreport --budget '^json=+3.9' before after >/dev/null; echo "exit $?"
  exit 3

# budget-nothing
a budget for nothing is kept, and said

  $ printf 'main;a 1\n' >a
  $ diffreport --budget 'nosuch=+1' a a; echo "exit $?"
  all: 1 -> 1 (0 %): functions within budget (no budget for the total)
  Noise guard on: 1 sample before, 1 after; 2 functions tested at level 0.001.
  Before: a (total 1)
  After: a (total 1)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share: functions within budget
  - functions like nosuch: 0.00% to 0.00% (0.00): within the limit of +1; there is none
  exit 0
  $ cat err
  diffreport: no function matches the budget 'nosuch'

# decimals
counts with decimals

  $ printf 'main;a 0.25\nmain;b 9.75\n' >before
  $ printf 'main;a 2.5\nmain;b 7.5\n' >after
  $ diffreport before after; diffreport --format json before after | grep total_count
  all: 10 -> 10 (0 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: before (total 10)
  After: after (total 10)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
      2.50%   25.00%   +22.50    2.50%   25.00%   +22.50        -   a
     97.50%   75.00%   -22.50   97.50%   75.00%   -22.50        -   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
      2.50%   25.00%   +22.50    2.50%   25.00%   +22.50        -   a
     97.50%   75.00%   -22.50   97.50%   75.00%   -22.50        -   b
  {"total_count_before": 0.25, "total_count_after": 2.5, "total_before": 2.500000, "total_after": 25.000000, "total_change": 22.500000, "self_count_before": 0.25, "self_count_after": 2.5, "self_before": 2.500000, "self_after": 25.000000, "self_change": 22.500000, "p": null, "noise": false, "over_budget": false, "function": "a"},
  {"total_count_before": 9.75, "total_count_after": 7.5, "total_before": 97.500000, "total_after": 75.000000, "total_change": -22.500000, "self_count_before": 9.75, "self_count_after": 7.5, "self_before": 97.500000, "self_after": 75.000000, "self_change": -22.500000, "p": null, "noise": false, "over_budget": false, "function": "b"}]},
  {"total_count_before": 0.25, "total_count_after": 2.5, "total_before": 2.500000, "total_after": 25.000000, "total_change": 22.500000, "self_count_before": 0.25, "self_count_after": 2.5, "self_before": 2.500000, "self_after": 25.000000, "self_change": 22.500000, "p": null, "noise": false, "over_budget": false, "function": "a"},
  {"total_count_before": 9.75, "total_count_after": 7.5, "total_before": 97.500000, "total_after": 75.000000, "total_change": -22.500000, "self_count_before": 9.75, "self_count_after": 7.5, "self_before": 97.500000, "self_after": 75.000000, "self_change": -22.500000, "p": null, "noise": false, "over_budget": false, "function": "b"}]},

# edits
stacks are edited as difffolded does

  $ printf 'main;at 0x1f 100\nmain;idle 500\nmain;rest 900\n' >before
  $ printf 'main;at 0x2f 300\nmain;idle 90\nmain;rest 700\n' >after
  $ diffreport --strip-hex --exclude idle before after
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 0.001.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   30.00%   +20.00   10.00%   30.00%   +20.00    3e-29   at 0x...
     90.00%   70.00%   -20.00   90.00%   70.00%   -20.00    3e-29   rest
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   30.00%   +20.00   10.00%   30.00%   +20.00    2e-29   at 0x...
     90.00%   70.00%   -20.00   90.00%   70.00%   -20.00    2e-29   rest
  $ diffreport --filter 'at 0x' before after | tail -n 7
     before    after   change   before    after   change        p   function
      0.00%  100.00%  +100.00    0.00%  100.00%  +100.00    3e-96   at 0x2f
   (esc)
  Vanished functions
      total                       self
     before    after   change   before    after   change        p   function
    100.00%    0.00%  -100.00  100.00%    0.00%  -100.00    3e-96   at 0x1f

# err-empty
no stacks, no counts

  $ printf '' >empty; printf 'main;a 0\n' >zero; printf 'main;a 1\n' >a
  $ for file in empty zero /dev/null; do diffreport $file a; echo "exit $?"; diffreport a $file; echo "exit $?"; done
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  $ diffreport --filter nothing a a; echo "exit $?"
  exit 1
  $ cat err
  diffreport: empty: no stacks
  diffreport: empty: all counts are zero
  diffreport: empty: no stacks
  diffreport: empty: all counts are zero
  diffreport: zero: all counts are zero
  diffreport: zero: all counts are zero
  diffreport: /dev/null: no stacks
  diffreport: /dev/null: all counts are zero
  diffreport: /dev/null: no stacks
  diffreport: /dev/null: all counts are zero
  diffreport: a: all counts are zero

# err-lines
lines that are none are said with file and line, the others are used; a file of such lines is wrong

  $ printf 'main;a 1\nno count\nmain;b -3\nmain;c 1e3\nmain;d 9\n' >before; printf 'main;a 1\nmain;d 9\n' >after
  $ diffreport before after; echo "exit $?"
  all: 10 -> 10 (0 %)
  Noise guard on: 10 samples before, 10 after; 3 functions tested at level 0.001.
  Before: before (total 10)
  After: after (total 10)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share
  exit 0
  $ printf 'what\nis this\n' >bad; diffreport bad after; echo "exit $?"
  exit 1
  $ cat err
  diffreport: before:2: no count at the end of the line: 'no count'
  diffreport: before:3: no count at the end of the line: 'main;b -3'
  diffreport: before:4: no count at the end of the line: 'main;c 1e3'
  diffreport: skipped 3 lines without a count
  diffreport: bad:1: no count at the end of the line: 'what'
  diffreport: bad:2: no count at the end of the line: 'is this'
  diffreport: skipped 2 lines without a count
  diffreport: bad: nothing recognised (2 lines)

# err-missing-file

  $ printf 'main;a 1\n' >a
  $ diffreport a missing; echo "exit $?"; diffreport missing a; echo "exit $?"
  exit 1
  exit 1
  $ cat err
  diffreport: missing: No such file or directory
  diffreport: missing: No such file or directory

# err-operands

  $ printf 'main;a 1\n' >a
  $ diffreport; echo "exit $?"; diffreport a; echo "exit $?"; diffreport a a a; echo "exit $?"
  exit 2
  exit 2
  exit 2
  $ diffreport --before a --after a a; echo "exit $?"; diffreport - - </dev/null; echo "exit $?"
  exit 2
  exit 2
  $ cat err
  diffreport: no file for the first column; try 'diffreport --help'
  diffreport: no file for the second column; try 'diffreport --help'
  diffreport: one file too many: 'a'; try 'diffreport --help'
  diffreport: one file too many: 'a'; try 'diffreport --help'
  diffreport: standard input cannot be more than one of the files

# err-options
values that are none

  $ printf 'main;a 1\n' >a
  $ for option in --fail-over=x --fail-over=-1 --fail-over=101 --budget=x --budget==1 --budget=x=-1 \
  > 	'--budget=(=1' --budget=x=1%% --samples=5 --samples=0,1 --samples=1,x --period=0 --period=x \
  > 	--alpha=0 --alpha=2 --alpha=x --format=html --top=x --svg= --svg=- --nosuch; do
  > 	diffreport $option a a; echo "exit $?"
  > done
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ diffreport --samples 1,1 --period 1 a a; echo "exit $?"
  exit 2
  $ diffreport --svg x -o x a a; echo "exit $?"
  exit 2
  $ cat err
  diffreport: option '--fail-over' cannot take 'x': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--fail-over' cannot take '-1': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--fail-over' cannot take '101': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--budget' cannot take 'x': it is written REGEX=+LIMIT; try 'diffreport --help'
  diffreport: option '--budget' cannot take '=1': it is written REGEX=+LIMIT; try 'diffreport --help'
  diffreport: option '--budget' cannot take 'x=-1': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--budget' cannot take '(=1': at character 2: missing closing parenthesis; try 'diffreport --help'
  diffreport: option '--budget' cannot take 'x=1%%': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--samples' cannot take '5': it is written BEFORE,AFTER: two numbers above 0; try 'diffreport --help'
  diffreport: option '--samples' cannot take '0,1': it is written BEFORE,AFTER: two numbers above 0; try 'diffreport --help'
  diffreport: option '--samples' cannot take '1,x': it is written BEFORE,AFTER: two numbers above 0; try 'diffreport --help'
  diffreport: option '--period' cannot take '0': a period is a number above 0; try 'diffreport --help'
  diffreport: option '--period' cannot take 'x': a period is a number above 0; try 'diffreport --help'
  diffreport: option '--alpha' cannot take '0': a probability is a number above 0 and up to 1; try 'diffreport --help'
  diffreport: option '--alpha' cannot take '2': a probability is a number above 0 and up to 1; try 'diffreport --help'
  diffreport: option '--alpha' cannot take 'x': a probability is a number above 0 and up to 1; try 'diffreport --help'
  diffreport: option '--format' has no value 'html': it is one of text, brief, markdown, json; try 'diffreport --help'
  diffreport: option '--top' needs a whole number from 0, not 'x'; try 'diffreport --help'
  diffreport: option '--svg' needs a file of its own, not ''; try 'diffreport --help'
  diffreport: option '--svg' needs a file of its own, not '-'; try 'diffreport --help'
  diffreport: option '--nosuch' is not known; try 'diffreport --help'
  diffreport: options '--period' and '--samples' exclude each other
  diffreport: option '--svg' needs a file of its own, not 'x'; try 'diffreport --help'

# err-output
a report that cannot be written

  $ printf 'main;a 5\n' >a
  $ diffreport -o nowhere/report a a; echo "exit $?"
  exit 1
  $ diffreport a a >/dev/full; echo "exit $?"
  exit 1
  $ cat err
  diffreport: nowhere/report: No such file or directory
  diffreport: standard output: No space left on device

# err-overflow
beyond 2^64-1: one count, a stack, the sum of a side, a weighted count

  $ printf 'main;a 18446744073709551616\n' >count; printf 'main;a 18446744073709551615\nmain;a 1\n' >stack
  $ printf 'main;a 18446744073709551615\nmain;b 1\n' >sum; printf 'main;a 18446744073709551615\n' >most
  $ printf 'main;a 1\n' >a
  $ for file in count stack sum; do
  > 	diffreport $file a; echo "exit $?"; diffreport a $file; echo "exit $?"
  > done
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  $ diffreport --before most:2 a; echo "exit $?"; diffreport --before most --before a --after a; echo "exit $?"
  exit 1
  exit 1
  $ diffreport --all most most; echo "exit $?"
  all: 18,446,744,073,709,551,615 -> 18,446,744,073,709,551,615 (0 %)
  Noise guard on: 1 sample before, 1 after (counts divided by 18446744073709551615); 2 functions tested at level 0.001.
  Before: most (total 18,446,744,073,709,551,615)
  After: most (total 18,446,744,073,709,551,615)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share
  exit 0
  $ cat err
  diffreport: count:1: count beyond 2^64-1: 'main;a 18446744073709551616'
  diffreport: count beyond 2^64-1: 'main;a'
  diffreport: count:1: count beyond 2^64-1: 'main;a 18446744073709551616'
  diffreport: count beyond 2^64-1: 'main;a'
  diffreport: count beyond 2^64-1: 'main;a'
  diffreport: count beyond 2^64-1: 'main;a'
  diffreport: the sum of the counts is beyond 2^64-1
  diffreport: the sum of the counts is beyond 2^64-1
  diffreport: count beyond 2^64-1: 'main;a'
  diffreport: count beyond 2^64-1: 'main;a'

# err-period
a period that no file can have

  $ printf 'main;a 5\n' >a
  $ diffreport --period 6 a a; echo "exit $?"; diffreport --period 5 a a | head -n 1
  exit 1
  all: 5 -> 5 (0 %)
  $ cat err
  diffreport: a period of 6 is more than all counts of a profile, 5

# err-svg
needs: native
flamegraph is missing, fails, or cannot write: no report

  $ mkdir bin; cp "$(command -v diffreport)" bin/; printf 'main;a 5\n' >a
  $ (PATH=/nowhere; bin/diffreport --svg x.svg a a); echo "exit $?"
  exit 1
  $ touch bin/flamegraph; chmod +x bin/flamegraph
  $ for command in 'exit 7' 'kill -9 $$'; do # who may be gone before it is written to
  > 	printf '#!/bin/sh\n%s\n' "$command" >bin/flamegraph
  > 	bin/diffreport --svg x.svg a a 2>err; echo "exit $?"; grep -v 'Broken pipe' err
  > done; rm err
  exit 1
  diffreport: flamegraph failed with exit code 7
  exit 1
  diffreport: flamegraph failed
  $ diffreport --svg nowhere/x.svg a a; echo "exit $?"; ls
  exit 1
  a
  bin
  $ cat err
  diffreport: cannot run flamegraph: No such file or directory
  flamegraph: nowhere/x.svg: No such file or directory
  diffreport: flamegraph failed with exit code 1

# err-two-columns
joined already: said

  $ printf 'main;a 1 2\nmain;b 3 4\n' >joined; printf 'main;a 1\n' >a
  $ diffreport joined a >/dev/null; echo "exit $?"
  exit 0
  $ cat err
  diffreport: joined: every stack ends in a number: does the file have two columns already?

# fail-over
more than P points is over, P itself is not

  $ printf 'main;a 300\nmain;b 700\n' >before
  $ printf 'main;a 350\nmain;b 650\n' >after
  $ diffreport --fail-over 4.9 --alpha 1 before after; echo "exit $?"
  all: 1,000 -> 1,000 (0 %): functions over budget (no budget for the total)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 1.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank: functions over budget
  - a: 30.00% to 35.00% (+5.00): over the limit of +4.9
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   35.00%    +5.00   30.00%   35.00%    +5.00    0.058 ! a
     70.00%   65.00%    -5.00   70.00%   65.00%    -5.00    0.058   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   35.00%    +5.00   30.00%   35.00%    +5.00    0.039   a
     70.00%   65.00%    -5.00   70.00%   65.00%    -5.00    0.039   b
  exit 3
  $ diffreport --fail-over +5 --alpha 1 before after | head -n 7
  all: 1,000 -> 1,000 (0 %): functions within budget (no budget for the total)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 1.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank: functions within budget
  $ diffreport --fail-over 5 --alpha 1 before after >/dev/null; echo "exit $?"
  exit 0

# fail-over-guard-off
nobody knows the noise: all growth counts

  $ printf 'main;a 300000007\nmain;b 700000000\n' >before
  $ printf 'main;a 310000000\nmain;b 690000013\n' >after
  $ diffreport --fail-over 0.9 before after; echo "exit $?"
  all: 1,000,000,007 -> 1,000,000,013 (+0.0 %): functions over budget (no budget for the total)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: before (total 1,000,000,007)
  After: after (total 1,000,000,013)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank: functions over budget
  - a: 30.00% to 31.00% (+1.00): over the limit of +0.9
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   31.00%    +1.00   30.00%   31.00%    +1.00        - ! a
     70.00%   69.00%    -1.00   70.00%   69.00%    -1.00        -   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   31.00%    +1.00   30.00%   31.00%    +1.00        -   a
     70.00%   69.00%    -1.00   70.00%   69.00%    -1.00        -   b
  exit 3

# fail-over-new
a new function has grown from 0

  $ printf 'main;a 1000\n' >before
  $ printf 'main;a 900\nmain;b 100\n' >after
  $ diffreport --fail-over 10 before after >/dev/null; echo "exit $?"
  exit 0
  $ diffreport --fail-over 9 before after; echo "exit $?"
  all: 1,000 -> 1,000 (0 %): functions over budget (no budget for the total)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 0.001.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function shrank, 1 is new: functions over budget
  - b: 0.00% to 10.00% (+10.00): over the limit of +9
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%   90.00%   -10.00  100.00%   90.00%   -10.00    3e-31   a
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%   90.00%   -10.00  100.00%   90.00%   -10.00    2e-31   a
   (esc)
  New functions
      total                       self
     before    after   change   before    after   change        p   function
      0.00%   10.00%   +10.00    0.00%   10.00%   +10.00    3e-31 ! b
  exit 3

# fail-over-noise
growth that may be noise is none

  $ printf 'main;a 30\nmain;b 70\n' >before
  $ printf 'main;a 35\nmain;b 65\n' >after
  $ diffreport --fail-over 1 before after; echo "exit $?"
  all: 100 -> 100 (0 %): functions within budget (no budget for the total)
  Noise guard on: 100 samples before, 100 after; 3 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise): functions within budget
  - no function grew by more than +1
  exit 0
  $ diffreport --fail-over 1 --alpha 1 before after >/dev/null; echo "exit $?"
  exit 3

# fail-over-percent
percentage points with a trailing %

  $ printf 'main;a 300\nmain;b 700\n' >before
  $ printf 'main;a 350\nmain;b 650\n' >after
  $ diffreport --fail-over 4.9% --alpha 1 before after | head -n 7
  all: 1,000 -> 1,000 (0 %): functions over budget (no budget for the total)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 1.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank: functions over budget
  $ diffreport --fail-over=+5% --alpha 1 before after >/dev/null; echo "exit $?"
  exit 0
  $ diffreport --budget '^a=+4.9%' --alpha 1 before after >/dev/null; echo "exit $?"
  exit 3

# grown
a parent grows from 20 to 60 through its child

  $ printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\n' >before
  $ printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  2 functions grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     15.00%   55.00%   +40.00   15.00%   55.00%   +40.00    1e-08   child
     20.00%   60.00%   +40.00    5.00%    5.00%     0.00    3e-08   parent
     80.00%   40.00%   -40.00   80.00%   40.00%   -40.00    3e-08   other
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     15.00%   55.00%   +40.00   15.00%   55.00%   +40.00    1e-08   child
     80.00%   40.00%   -40.00   80.00%   40.00%   -40.00    2e-08   other

# guard-off
weights: the first line says that the guard is off, in every format

  $ printf 'main;a 94339112\nmain;b 300000007\n' >before
  $ printf 'main;a 95339112\nmain;b 300000007\n' >after
  $ diffreport before after
  all: 394,339,119 -> 395,339,119 (+0.3 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: before (total 394,339,119)
  After: after (total 395,339,119)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     23.92%   24.12%    +0.19   23.92%   24.12%    +0.19        -   a
     76.08%   75.88%    -0.19   76.08%   75.88%    -0.19        -   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     23.92%   24.12%    +0.19   23.92%   24.12%    +0.19        -   a
     76.08%   75.88%    -0.19   76.08%   75.88%    -0.19        -   b
  $ for format in markdown json; do diffreport --format $format before after | head -n 1; done
  all: 394,339,119 -> 395,339,119 (+0.3 %)
  {"total": {"text": "all: 394,339,119 -\u003e 395,339,119 (+0.3 %)", "before": 394339119, "unit_before": null, "after": 395339119, "unit_after": null, "change": 0.253589, "comparison": "compared", "reason": "Compared: totals and shares: as plain counts, since no file names their unit.",

# guard-period
a fixed period is found: the same as without it

  $ printf 'main;a 20\nmain;b 81\n' >before; printf 'main;a 60\nmain;b 41\n' >after
  $ sed 's/$/000/' before >before.period; sed 's/$/000/' after >after.period
  $ diffreport before after | tail -n +4 >plain
  $ diffreport before.period after.period >period; head -n 3 period
  all: 101,000 -> 101,000 (0 %)
  Noise guard on: 101 samples before, 101 after (counts divided by 1000); 3 functions tested at level 0.001.
  Before: before.period (total 101,000)
  $ tail -n +4 period | diff plain - && echo same
  1c1
  < After: after (total 101)
  ---
  \x3e After: after.period (total 101,000) (esc)
  [1]

# guard-spread
weights, but several files: the spread is enough

  $ printf 'main;a 94339112\nmain;b 300000007\n' >b1; printf 'main;a 95339112\nmain;b 300001007\n' >b2
  $ printf 'main;a 95839112\nmain;b 300000007\n' >b3; printf 'main;a 99839112\nmain;b 200000007\n' >after
  $ diffreport --before b1 --before b2 --after b3; diffreport --before b1 --before b2 --after after
  all: 394,839,619 -> 395,839,119 (+0.3 %)
  Noise guard on: the spread of files (2 before, 1 after); 3 functions tested at level 0.001.
  Before: b1, b2 (total 789,679,238)
  After: b3 (total 395,839,119)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise)
  all: 394,839,619 -> 299,839,119 (-24 %)
  Noise guard on: the spread of files (2 before, 1 after); 3 functions tested at level 0.001.
  Before: b1, b2 (total 789,679,238)
  After: after (total 299,839,119)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     24.02%   33.30%    +9.28   24.02%   33.30%    +9.28   <1e-99   a
     75.98%   66.70%    -9.28   75.98%   66.70%    -9.28   <1e-99   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     24.02%   33.30%    +9.28   24.02%   33.30%    +9.28   <1e-99   a
     75.98%   66.70%    -9.28   75.98%   66.70%    -9.28   <1e-99   b

# help

  $ diffreport --help | head -n 3; diffreport --version
  diffreport - what changed between two profiles, by function
   (esc)
  usage: diffreport [OPTION...] [BEFORE] [AFTER]
  diffreport (flambeau) 0.3.0

# invisible
Characters that break lines or turn text around, and are not seen, are stand-ins in reports.

  $ printf 'ok 9\na\342\200\250b\342\200\256c 1\n' >before
  $ printf 'ok 90\na\342\200\250b\342\200\256c 9\n' >after
  $ for format in text markdown brief; do
  > 	diffreport --alpha 1 --format $format before after
  > done
  all: 10 -> 99 (+890 %)
  Noise guard on: 10 samples before, 99 after; 2 functions tested at level 1.
  Before: before (total 10)
  After: after (total 99)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     90.00%   90.91%    +0.91   90.00%   90.91%    +0.91    1.000   ok
     10.00%    9.09%    -0.91   10.00%    9.09%    -0.91    1.000   a�b�c
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     90.00%   90.91%    +0.91   90.00%   90.91%    +0.91    1.000   ok
     10.00%    9.09%    -0.91   10.00%    9.09%    -0.91    1.000   a�b�c
  all: 10 -> 99 (+890 %)
   (esc)
  ### 1 function grew, 1 shrank
   (esc)
  <details open><summary>Changes of total share (2)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 90.00% | 90.91% | +0.91 | 90.00% | 90.91% | +0.91 | <code>ok</code> |
  | 10.00% | 9.09% | -0.91 | 10.00% | 9.09% | -0.91 | <code>a�b�c</code> |
   (esc)
  </details>
   (esc)
  <details><summary>Changes of self share (2)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 90.00% | 90.91% | +0.91 | 90.00% | 90.91% | +0.91 | <code>ok</code> |
  | 10.00% | 9.09% | -0.91 | 10.00% | 9.09% | -0.91 | <code>a�b�c</code> |
   (esc)
  </details>
   (esc)
  <sub>Before: <code>before</code> (total 10)<br>After: <code>after</code> (total 99)<br>Compared: totals and shares: as plain counts, since no file names their unit.<br>Noise guard on: 10 samples before, 99 after; 2 functions tested at level 1.</sub>
  all: 10 -> 99 (+890 %)
  1 function grew, 1 shrank:
      +0.91 points: ok (90.00% to 90.91%)
      -0.91 points: a�b�c (10.00% to 9.09%)

# json
all columns; numbers are numbers

  $ printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\nmain;gone 30\n' >before
  $ printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\nmain;fresh 30\n' >after
  $ diffreport --format json --fail-over 5 --budget 'child=+40' before after || echo "exit $?"
  {"total": {"text": "all: 130 -\u003e 130 (0 %): functions over budget (no budget for the total)", "before": 130, "unit_before": null, "after": 130, "unit_after": null, "change": 0, "comparison": "compared", "reason": "Compared: totals and shares: as plain counts, since no file names their unit.",
  "found": 3, "functions": [
  {"total_count_before": 15, "total_count_after": 55, "total_before": 11.538462, "total_after": 42.307692, "total_change": 30.769231, "self_count_before": 15, "self_count_after": 55, "self_before": 11.538462, "self_after": 42.307692, "self_change": 30.769231, "p": 1.01e-07, "noise": false, "over_budget": true, "function": "child"},
  {"total_count_before": 20, "total_count_after": 60, "total_before": 15.384615, "total_after": 46.153846, "total_change": 30.769231, "self_count_before": 5, "self_count_after": 5, "self_before": 3.846154, "self_after": 3.846154, "self_change": 0.000000, "p": 3.07e-07, "noise": false, "over_budget": true, "function": "parent"},
  {"total_count_before": 80, "total_count_after": 40, "total_before": 61.538462, "total_after": 30.769231, "total_change": -30.769231, "self_count_before": 80, "self_count_after": 40, "self_before": 61.538462, "self_after": 30.769231, "self_change": -30.769231, "p": 2.03e-06, "noise": false, "over_budget": false, "function": "other"}]},
  "guard": {"on": true, "text": "Noise guard on: 130 samples before, 130 after; 6 functions tested at level 0.001.", "alpha": 0.001, "tested": 6},
  "before": {"files": [{"name": "before", "weight": 1}], "name": null, "total": 130, "samples": 130},
  "after": {"files": [{"name": "after", "weight": 1}], "name": null, "total": 130, "samples": 130},
  "svg": null,
  "summary": {"grew": 2, "shrank": 1, "new": 1, "vanished": 1, "only_self": 0, "noise": 0},
  "budget": {"exceeded": true, "total_limit": null, "total_amount": null, "total_exceeded": false, "function_limit": 5, "function_amount": null, "functions_over": 3, "patterns": [
  {"pattern": "child", "limit": 40, "before": 11.538462, "after": 42.307692, "change": 30.769231, "functions": 1, "exceeded": false}]},
  "self": {"found": 2, "functions": [
  {"total_count_before": 15, "total_count_after": 55, "total_before": 11.538462, "total_after": 42.307692, "total_change": 30.769231, "self_count_before": 15, "self_count_after": 55, "self_before": 11.538462, "self_after": 42.307692, "self_change": 30.769231, "p": 7.59e-08, "noise": false, "over_budget": true, "function": "child"},
  {"total_count_before": 80, "total_count_after": 40, "total_before": 61.538462, "total_after": 30.769231, "total_change": -30.769231, "self_count_before": 80, "self_count_after": 40, "self_before": 61.538462, "self_after": 30.769231, "self_change": -30.769231, "p": 2.03e-06, "noise": false, "over_budget": false, "function": "other"}]},
  "new": {"found": 1, "functions": [
  {"total_count_before": 0, "total_count_after": 30, "total_before": 0.000000, "total_after": 23.076923, "total_change": 23.076923, "self_count_before": 0, "self_count_after": 30, "self_before": 0.000000, "self_after": 23.076923, "self_change": 23.076923, "p": 1.68e-09, "noise": false, "over_budget": true, "function": "fresh"}]},
  "vanished": {"found": 1, "functions": [
  {"total_count_before": 30, "total_count_after": 0, "total_before": 23.076923, "total_after": 0.000000, "total_change": -23.076923, "self_count_before": 30, "self_count_after": 0, "self_before": 23.076923, "self_after": 0.000000, "self_change": -23.076923, "p": 1.68e-09, "noise": false, "over_budget": false, "function": "gone"}]}}
  exit 3

# json-bytes
needs: python3
valid for any bytes in names, patterns and files

  $ awk 'BEGIN { for (i = 1; i < 256; i++) if (i != 10 && i != 59) printf "x%cy;", i; print " 7" }' >"$(printf 'b"\\\351')"
  $ printf 'rest 9\n' >>"$(printf 'b"\\\351')"
  $ printf 'z 5\nrest 11\n' >after
  $ diffreport -q --alpha 1 --top 0 --format json --budget "$(printf 'x"\351=1')" "$(printf 'b"\\\351')" after >out
  $ python3 -c 'import json, sys; d = json.load(open("out", encoding="utf-8"))
  > print(ascii(d["before"]["files"]), d["vanished"]["found"], ascii(d["budget"]["patterns"]))
  > print(ascii("".join(f["function"] for f in d["vanished"]["functions"])))'
  [{'name': 'b"\\\ufffd', 'weight': 1}] 253 [{'pattern': 'x"\ufffd', 'limit': 1, 'before': 0.0, 'after': 0.0, 'change': 0.0, 'functions': 0, 'exceeded': False}]
  'x\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\tyx\ufffdyx\ufffdyx\ryx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx yx!yx"yx#yx$yx%yx&yx\'yx(yx)yx*yx+yx,yx-yx.yx/yx0yx1yx2yx3yx4yx5yx6yx7yx8yx9yx:yx<yx=yx>yx?yx@yxAyxByxCyxDyxEyxFyxGyxHyxIyxJyxKyxLyxMyxNyxOyxPyxQyxRyxSyxTyxUyxVyxWyxXyxYyxZyx[yx\\yx]yx^yx_yx`yxayxbyxcyxdyxeyxfyxgyxhyxiyxjyxkyxlyxmyxnyxoyxpyxqyxryxsyxtyxuyxvyxwyxxyxyyxzyx{yx|yx}yx~yx\x7fyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdyx\ufffdy'

# large-counts
the largest counts there are

  $ printf 'a 18446744073709551614\nb 1\n' >before
  $ printf 'a 9223372036854775807\nb 9223372036854775808\n' >after
  $ diffreport before after; diffreport --format json before after | grep -o '"self_count_[^,]*'
  all: 18,446,744,073,709,551,615 -> 18,446,744,073,709,551,615 (0 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: before (total 18,446,744,073,709,551,615)
  After: after (total 18,446,744,073,709,551,615)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
      0.00%   50.00%   +50.00    0.00%   50.00%   +50.00        -   b
    100.00%   50.00%   -50.00  100.00%   50.00%   -50.00        -   a
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
      0.00%   50.00%   +50.00    0.00%   50.00%   +50.00        -   b
    100.00%   50.00%   -50.00  100.00%   50.00%   -50.00        -   a
  "self_count_before": 1
  "self_count_after": 9223372036854775808
  "self_count_before": 18446744073709551614
  "self_count_after": 9223372036854775807
  "self_count_before": 1
  "self_count_after": 9223372036854775808
  "self_count_before": 18446744073709551614
  "self_count_after": 9223372036854775807
  $ diffreport --budget 'b=+50' before after >/dev/null; echo "exit $?"
  exit 0
  $ diffreport --budget 'b=+49.999999999' before after >/dev/null; echo "exit $?"
  exit 3

# markdown
a review comment: the headline, the budgets, lists, the guard

  $ printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\nmain;gone 30\n' >before
  $ printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\nmain;fresh 30\n' >after
  $ diffreport --format markdown --fail-over 5 --budget 'child=+40' before after || echo "exit $?"
  all: 130 -> 130 (0 %): functions over budget (no budget for the total)
   (esc)
  ### 2 functions grew, 1 shrank, 1 is new, 1 vanished: functions over budget
   (esc)
  - <code>child</code>: 11.54% to 42.31% (+30.77): over the limit of +5
  - <code>parent</code>: 15.38% to 46.15% (+30.77): over the limit of +5
  - <code>fresh</code>: 0.00% to 23.08% (+23.08): over the limit of +5
  - functions like <code>child</code>: 11.54% to 42.31% (+30.77): within the limit of +40
   (esc)
  <details open><summary>Changes of total share (3)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 11.54% | 42.31% | +30.77 | 11.54% | 42.31% | +30.77 | <code>child</code> **over budget** |
  | 15.38% | 46.15% | +30.77 | 3.85% | 3.85% | 0.00 | <code>parent</code> **over budget** |
  | 61.54% | 30.77% | -30.77 | 61.54% | 30.77% | -30.77 | <code>other</code> |
   (esc)
  </details>
   (esc)
  <details><summary>Changes of self share (2)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 11.54% | 42.31% | +30.77 | 11.54% | 42.31% | +30.77 | <code>child</code> |
  | 61.54% | 30.77% | -30.77 | 61.54% | 30.77% | -30.77 | <code>other</code> |
   (esc)
  </details>
   (esc)
  <details><summary>New functions (1)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 0.00% | 23.08% | +23.08 | 0.00% | 23.08% | +23.08 | <code>fresh</code> **over budget** |
   (esc)
  </details>
   (esc)
  <details><summary>Vanished functions (1)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 23.08% | 0.00% | -23.08 | 23.08% | 0.00% | -23.08 | <code>gone</code> |
   (esc)
  </details>
   (esc)
  <sub>Before: <code>before</code> (total 130)<br>After: <code>after</code> (total 130)<br>Compared: totals and shares: as plain counts, since no file names their unit.<br>Noise guard on: 130 samples before, 130 after; 6 functions tested at level 0.001.</sub>
  exit 3

# markdown-names
names that Markdown, HTML, tables, mentions and links would be made of

  $ for n in 'a|b' '*bold*' '_it_' '`code`' '<img src=x onerror=alert(1)>' '@octocat' '#12' ':smile:' \
  > 	'http://x.example/' 'www.x.example' '[link](y)' '$m$' 'b\s\|p' 'two  blanks' '&lt;' '~~x~~'; do
  > 	printf '%s 101\n' "$n" >>before
  > 	printf '%s 901\n' "$n" >>after
  > done
  $ printf 'rest 15000\n\033[31mred 190\ncaf\351 190\n' >>before
  $ awk 'BEGIN { while (n++ < 100) printf "long"; print " 190" }' >>before
  $ diffreport --format markdown --top 0 before after
  all: 17,186 -> 14,416 (-16 %)
   (esc)
  ### 16 functions grew, 4 vanished
   (esc)
  <details open><summary>Changes of total share (16)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#35;12</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#36;m&#36;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#38;lt</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#42;bold&#42;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#58;smile&#58;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#60;img src&#61;x onerror&#61;alert(1)&#62;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#64;octocat</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#91;link&#93;(y)</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#95;it&#95;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#96;code&#96;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>a&#124;b</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>b&#92;s&#92;&#124;p</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>http&#58;&#47;&#47;x&#46;example&#47;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>two \xc2\xa0blanks</code> | (esc)
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>www&#46;x&#46;example</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#126;&#126;x&#126;&#126;</code> |
   (esc)
  </details>
   (esc)
  <details><summary>Changes of self share (16)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#35;12</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#36;m&#36;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#38;lt</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#42;bold&#42;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#58;smile&#58;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#60;img src&#61;x onerror&#61;alert(1)&#62;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#64;octocat</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#91;link&#93;(y)</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#95;it&#95;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#96;code&#96;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>a&#124;b</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>b&#92;s&#92;&#124;p</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>http&#58;&#47;&#47;x&#46;example&#47;</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>two \xc2\xa0blanks</code> | (esc)
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>www&#46;x&#46;example</code> |
  | 0.59% | 6.25% | +5.66 | 0.59% | 6.25% | +5.66 | <code>&#126;&#126;x&#126;&#126;</code> |
   (esc)
  </details>
   (esc)
  <details><summary>Vanished functions (4)</summary>
   (esc)
  | total before | total after | total change | self before | self after | self change | function |
  | --: | --: | --: | --: | --: | --: | :-- |
  | 87.28% | 0.00% | -87.28 | 87.28% | 0.00% | -87.28 | <code>rest</code> |
  | 1.11% | 0.00% | -1.11 | 1.11% | 0.00% | -1.11 | <code>�&#91;31mred</code> |
  | 1.11% | 0.00% | -1.11 | 1.11% | 0.00% | -1.11 | <code>caf�</code> |
  | 1.11% | 0.00% | -1.11 | 1.11% | 0.00% | -1.11 | <code>longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglon…</code> |
   (esc)
  </details>
   (esc)
  <sub>Before: <code>before</code> (total 17,186)<br>After: <code>after</code> (total 14,416)<br>Compared: totals and shares: as plain counts, since no file names their unit.<br>Noise guard on: 17,186 samples before, 14,416 after; 20 functions tested at level 0.001.</sub>

# markdown-rendered
needs: cmark-gfm
names come out of a renderer as they went in, and nothing else does

  $ printf 'a|b*c*_d_`e`<b>@f#1:g:http://h.i/~~j~~[k](l)$m$\\|n 1\nrest 99\n' >before
  > printf 'a|b*c*_d_`e`<b>@f#1:g:http://h.i/~~j~~[k](l)$m$\\|n 99\nrest 1\n' >after
  > diffreport --format markdown --budget 'a.b=+1' --svg 'a|b*c*.svg' before after |
  > 	cmark-gfm --unsafe -e table -e autolink -e strikethrough -e tagfilter
  <p>all: 100 -&gt; 100 (0 %): functions over budget (no budget for the total)</p>
  <h3>1 function grew, 1 shrank: functions over budget</h3>
  <ul>
  <li>functions like <code>a.b</code>: 1.00% to 99.00% (+98.00): over the limit of +1</li>
  </ul>
  <p>Differential flame graph: <code>a|b*c*.svg</code></p>
  <details open><summary>Changes of total share (2)</summary>
  <table>
  <thead>
  <tr>
  <th align="right">total before</th>
  <th align="right">total after</th>
  <th align="right">total change</th>
  <th align="right">self before</th>
  <th align="right">self after</th>
  <th align="right">self change</th>
  <th align="left">function</th>
  </tr>
  </thead>
  <tbody>
  <tr>
  <td align="right">1.00%</td>
  <td align="right">99.00%</td>
  <td align="right">+98.00</td>
  <td align="right">1.00%</td>
  <td align="right">99.00%</td>
  <td align="right">+98.00</td>
  <td align="left"><code>a|b*c*_d_`e`&lt;b&gt;@f#1:g:http://h.i/~~j~~[k](l)$m$\|n</code></td>
  </tr>
  <tr>
  <td align="right">99.00%</td>
  <td align="right">1.00%</td>
  <td align="right">-98.00</td>
  <td align="right">99.00%</td>
  <td align="right">1.00%</td>
  <td align="right">-98.00</td>
  <td align="left"><code>rest</code></td>
  </tr>
  </tbody>
  </table>
  </details>
  <details><summary>Changes of self share (2)</summary>
  <table>
  <thead>
  <tr>
  <th align="right">total before</th>
  <th align="right">total after</th>
  <th align="right">total change</th>
  <th align="right">self before</th>
  <th align="right">self after</th>
  <th align="right">self change</th>
  <th align="left">function</th>
  </tr>
  </thead>
  <tbody>
  <tr>
  <td align="right">1.00%</td>
  <td align="right">99.00%</td>
  <td align="right">+98.00</td>
  <td align="right">1.00%</td>
  <td align="right">99.00%</td>
  <td align="right">+98.00</td>
  <td align="left"><code>a|b*c*_d_`e`&lt;b&gt;@f#1:g:http://h.i/~~j~~[k](l)$m$\|n</code></td>
  </tr>
  <tr>
  <td align="right">99.00%</td>
  <td align="right">1.00%</td>
  <td align="right">-98.00</td>
  <td align="right">99.00%</td>
  <td align="right">1.00%</td>
  <td align="right">-98.00</td>
  <td align="left"><code>rest</code></td>
  </tr>
  </tbody>
  </table>
  </details>
  <p><sub>Before: <code>before</code> (total 100)<br>After: <code>after</code> (total 100)<br>Compared: totals and shares: as plain counts, since no file names their unit.<br>Noise guard on: 100 samples before, 100 after; 2 functions tested at level 0.001.</sub></p>

# moved
under another parent: itself it is the same, its parents are not

  $ printf 'main;left;work 50\nmain;left 10\nmain;right 40\n' >before
  $ printf 'main;right;work 50\nmain;left 10\nmain;right 40\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     40.00%   90.00%   +50.00   40.00%   40.00%     0.00    2e-13   right
     60.00%   10.00%   -50.00   10.00%   10.00%     0.00    2e-13   left

# nameless
[unknown] fails no job by itself: not by points, not by times, not where a pattern matches it by accident

  $ printf '# flambeau: unit=ns\nprog;main;run 900000000\nprog;[unknown] 51000000\nprog;[unknown]_[k] 49000000\n' >before
  $ printf '# flambeau: unit=ns\nprog;main;run 900000000\nprog;[unknown] 451000000\nprog;[unknown]_[k] 149000000\n' >after
  $ try() { diffreport "$@" before after >out; echo "exit $?"; sed -n '1p; /^- /p' out; }
  $ try --fail-over 2
  exit 0
  all: 1.00 s -> 1.50 s (+50 %): functions within budget (no budget for the total)
  - no function grew by more than +2
  - [unknown]: 5.10% to 30.07% (+24.97): frames without a name have no limit
  $ try --fail-over 390ms --exclude main
  exit 3
  all: 100 ms -> 600 ms (+500 %): functions over budget (no budget for the total)
  - prog: 100 ms to 600 ms (+500 %): over the limit of +390 ms
  - [unknown]: 51 ms to 451 ms (+784 %): frames without a name have no limit
  $ try --budget 'un=+2'
  exit 0
  all: 1.00 s -> 1.50 s (+50 %): functions within budget (no budget for the total)
  - functions like un: 90.00% to 60.00% (-30.00): within the limit of +2
  $ try --budget 'unknown=+2'
  exit 3
  all: 1.00 s -> 1.50 s (+50 %): functions over budget (no budget for the total)
  - functions like unknown: 10.00% to 40.00% (+30.00): over the limit of +2
  $ try --fail-over-total 5%
  exit 3
  all: 1.00 s -> 1.50 s (+50 %): over budget
  - all: 1.00 s to 1.50 s (+50 %): over the limit of +5 %
  $ diffreport -f json --fail-over 2 before after | grep -o '"over_budget": true.*'
  [1]

# new
functions that are new, one of them with a child

  $ printf 'main;old 100\n' >before
  $ printf 'main;old 60\nmain;fresh 10\nmain;fresh;child 30\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function shrank, 2 are new
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%   60.00%   -40.00  100.00%   60.00%   -40.00    5e-14   old
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%   60.00%   -40.00  100.00%   60.00%   -40.00    4e-14   old
   (esc)
  New functions
      total                       self
     before    after   change   before    after   change        p   function
      0.00%   40.00%   +40.00    0.00%   10.00%   +10.00    5e-14   fresh
      0.00%   30.00%   +30.00    0.00%   30.00%   +30.00    3e-10   child

# only-self
two functions change places: their totals are the same

  $ printf 'a;b 90\nb;a 10\n' >before
  $ printf 'a;b 10\nb;a 90\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 2 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  2 functions changed only in their self share
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%  100.00%     0.00   10.00%   90.00%   +80.00    1e-32   a
    100.00%  100.00%     0.00   90.00%   10.00%   -80.00    1e-32   b

# opt-stats

  $ printf 'a;b 1\na;c 2\n' >before
  $ printf 'a;b 1\na;d 2\na;d 1\n' >after
  $ diffreport --stats -j 1 before after 2>stats >/dev/null
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  diffreport: 30 bytes, 5 lines, 5 samples, 4 frames, 3 stacks, T s, R GB/s, M MiB, 1 threads

# order-of-lines
nor does the order of lines

  $ awk 'BEGIN { for (i = 0; i < 500; i++) print "main;f" i % 97 ";g" i % 31, i % 11 + 1 }' >before
  $ awk 'BEGIN { for (i = 0; i < 500; i++) print "main;f" i % 89 ";g" i % 37, i % 13 + 1 }' >after
  $ diffreport --top 0 --all before after | tail -n +4 >one
  $ sort -r before >b; sort -k2n after >a; diffreport --top 0 --all b a | tail -n +4 | cmp - one
  - one differ: char 9, line 1
  [1]

# output
-o writes a whole file

  $ printf 'main;a 100\n' >a
  $ diffreport -o report a a; diffreport a a | cmp - report; ls
  a
  report

# period
told

  $ printf 'main;a 94339112\nmain;b 300000007\n' >before
  $ printf 'main;a 144339112\nmain;b 300000007\n' >after
  $ diffreport --period 100000.5 before after
  all: 394,339,119 -> 444,339,119 (+13 %)
  Noise guard on: 3,943 samples before, 4,443 after (counts divided by 100000.5); 3 functions tested at level 0.001.
  Before: before (total 394,339,119)
  After: after (total 444,339,119)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     23.92%   32.48%    +8.56   23.92%   32.48%    +8.56    1e-17   a
     76.08%   67.52%    -8.56   76.08%   67.52%    -8.56    1e-17   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     23.92%   32.48%    +8.56   23.92%   32.48%    +8.56    8e-18   a
     76.08%   67.52%    -8.56   76.08%   67.52%    -8.56    8e-18   b

# quiet
-q leaves errors and the exit code

  $ printf 'main;a 1\n' >a
  $ diffreport -q --budget 'nosuch=+1' a a >/dev/null; echo "exit $?"
  exit 0
  $ diffreport -q a missing; echo "exit $?"
  exit 1
  $ cat err
  diffreport: missing: No such file or directory

# recursion
a function that calls itself counts once

  $ printf 'main;walk;walk;walk 30\nmain;walk;leaf;walk 10\nmain;rest 60\n' >before
  $ printf 'main;walk;walk;walk 70\nmain;walk;leaf;walk 10\nmain;rest 20\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     40.00%   80.00%   +40.00   40.00%   80.00%   +40.00    4e-08   walk
     60.00%   20.00%   -40.00   60.00%   20.00%   -40.00    4e-08   rest
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     40.00%   80.00%   +40.00   40.00%   80.00%   +40.00    2e-08   walk
     60.00%   20.00%   -40.00   60.00%   20.00%   -40.00    2e-08   rest

# roots
the name of the process is no function that vanished and none that is new

  $ printf 'old;main;a 300\nold;main;b 700\n' >before; printf 'new;main;a 500\nnew;main;b 500\n' >after
  $ diffreport before after; diffreport --keep-root before after 2>&1 | grep -c '  \(old\|new\)$'
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 1,000 samples before, 1,000 after; 4 functions tested at level 0.001.
  Before: before (total 1,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   50.00%   +20.00   30.00%   50.00%   +20.00    3e-19   a
     70.00%   50.00%   -20.00   70.00%   50.00%   -20.00    3e-19   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   50.00%   +20.00   30.00%   50.00%   +20.00    2e-19   a
     70.00%   50.00%   -20.00   70.00%   50.00%   -20.00    2e-19   b
  2
  $ printf 'w1;run;a 300\nw2;run;b 700\n' >before; printf 'w3;run;a 500\nw4;run;b 500\n' >after
  $ diffreport --ignore-root before after | tail -n +5
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   50.00%   +20.00   30.00%   50.00%   +20.00    3e-19   a
     70.00%   50.00%   -20.00   70.00%   50.00%   -20.00    3e-19   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     30.00%   50.00%   +20.00   30.00%   50.00%   +20.00    2e-19   a
     70.00%   50.00%   -20.00   70.00%   50.00%   -20.00    2e-19   b
  $ printf 'old;main;a 310\nold;main;b 690\n' >again; printf 'old;main;a 300\nold;main;b 700\n' >before; printf 'new;main;a 600\nnew;main;b 400\n' >after
  $ diffreport --before before --before again --after after
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 2,000 samples before, 1,000 after, and the spread of files (2 before, 1 after); 4 functions tested at level 0.001.
  Before: before, again (total 2,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     30.50%   60.00%   +29.50   30.50%   60.00%   +29.50    3e-53   a
     69.50%   40.00%   -29.50   69.50%   40.00%   -29.50    3e-53   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     30.50%   60.00%   +29.50   30.50%   60.00%   +29.50    2e-53   a
     69.50%   40.00%   -29.50   69.50%   40.00%   -29.50    2e-53   b
  $ cat err
  diffreport: the processes 'old' and 'new' are compared as one, since they call the same functions; --keep-root keeps them apart
  diffreport: the processes 'old' and 'new' are compared as one, since they call the same functions; --keep-root keeps them apart

# roots-unit
processes that are compared as one keep the unit of their counts: bytes are no samples

  $ printf '# flambeau: unit=bytes\nold;main;f 40000000\nold;main;g 60000000\n' >before
  $ printf '# flambeau: unit=bytes\nnew;main;f 50000000\nnew;main;g 50000000\n' >after
  $ diffreport before after | sed -n 2p
  Noise guard off: the number of samples is unknown; give --samples or --period.
  $ cat err
  diffreport: the processes 'old' and 'new' are compared as one, since they call the same functions; --keep-root keeps them apart

# same
A vs A, in every format: nothing

  $ printf 'main;parent;child 15\nmain;other 85\n' >a
  $ for format in text markdown json; do
  > 	diffreport --format $format --fail-over 0 --budget 'child=+0' a a || echo "exit $?"
  > done
  all: 100 -> 100 (0 %): functions within budget (no budget for the total)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: a (total 100)
  After: a (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share: functions within budget
  - no function grew by more than +0
  - functions like child: 15.00% to 15.00% (0.00): within the limit of +0
  all: 100 -> 100 (0 %): functions within budget (no budget for the total)
   (esc)
  ### No function changed its share: functions within budget
   (esc)
  - no function grew by more than +0
  - functions like <code>child</code>: 15.00% to 15.00% (0.00): within the limit of +0
   (esc)
  <sub>Before: <code>a</code> (total 100)<br>After: <code>a</code> (total 100)<br>Compared: totals and shares: as plain counts, since no file names their unit.<br>Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.</sub>
  {"total": {"text": "all: 100 -\u003e 100 (0 %): functions within budget (no budget for the total)", "before": 100, "unit_before": null, "after": 100, "unit_after": null, "change": 0, "comparison": "compared", "reason": "Compared: totals and shares: as plain counts, since no file names their unit.",
  "found": 0, "functions": []},
  "guard": {"on": true, "text": "Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.", "alpha": 0.001, "tested": 4},
  "before": {"files": [{"name": "a", "weight": 1}], "name": null, "total": 100, "samples": 100},
  "after": {"files": [{"name": "a", "weight": 1}], "name": null, "total": 100, "samples": 100},
  "svg": null,
  "summary": {"grew": 0, "shrank": 0, "new": 0, "vanished": 0, "only_self": 0, "noise": 0},
  "budget": {"exceeded": false, "total_limit": null, "total_amount": null, "total_exceeded": false, "function_limit": 0, "function_amount": null, "functions_over": 0, "patterns": [
  {"pattern": "child", "limit": 0, "before": 15.000000, "after": 15.000000, "change": 0.000000, "functions": 1, "exceeded": false}]},
  "self": {"found": 0, "functions": []},
  "new": {"found": 0, "functions": []},
  "vanished": {"found": 0, "functions": []}}

# same-shares
twice the time, the same shares

  $ printf 'main;parent;child 15\nmain;other 85\n' >before
  $ printf 'main;parent;child 30\nmain;other 170\n' >after
  $ diffreport --alpha 1 before after
  all: 100 -> 200 (+100 %)
  Noise guard on: 100 samples before, 200 after; 4 functions tested at level 1.
  Before: before (total 100)
  After: after (total 200)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share

# samples
told, they count for half

  $ printf 'main;a 94339112\nmain;b 300000007\n' >before
  $ printf 'main;a 144339112\nmain;b 300000007\n' >after
  $ diffreport --samples 4000,4400 before after; diffreport --samples 40,44 before after
  all: 394,339,119 -> 444,339,119 (+13 %)
  Noise guard on: 4,000 samples before, 4,400 after (as given); 3 functions tested at level 0.001.
  Before: before (total 394,339,119)
  After: after (total 444,339,119)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     23.92%   32.48%    +8.56   23.92%   32.48%    +8.56    2e-09   a
     76.08%   67.52%    -8.56   76.08%   67.52%    -8.56    2e-09   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     23.92%   32.48%    +8.56   23.92%   32.48%    +8.56    1e-09   a
     76.08%   67.52%    -8.56   76.08%   67.52%    -8.56    1e-09   b
  all: 394,339,119 -> 444,339,119 (+13 %)
  Noise guard on: 40 samples before, 44 after (as given); 3 functions tested at level 0.001.
  Before: before (total 394,339,119)
  After: after (total 444,339,119)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise)

# several-files
several files a side: the spread between them is used

  $ printf 'main;a 1000\nmain;b 9000\n' >b1; printf 'main;a 1010\nmain;b 8990\n' >b2
  $ printf 'main;a 700\nmain;b 9300\n' >b3; printf 'main;a 1500\nmain;b 8500\n' >b4
  $ printf 'main;a 1200\nmain;b 8801\n' >after
  $ diffreport --before b1 --before b2 --after after
  all: 10,000 -> 10,001 (+0.0 %)
  Noise guard on: 20,000 samples before, 10,001 after, and the spread of files (2 before, 1 after); 3 functions tested at level 0.001.
  Before: b1, b2 (total 20,000)
  After: after (total 10,001)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     10.05%   12.00%    +1.95   10.05%   12.00%    +1.95    1e-06   a
     89.95%   88.00%    -1.95   89.95%   88.00%    -1.95    1e-06   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     10.05%   12.00%    +1.95   10.05%   12.00%    +1.95    7e-07   a
     89.95%   88.00%    -1.95   89.95%   88.00%    -1.95    7e-07   b
  $ echo; diffreport --before b1 --before b2 --before b3 --before b4 --after after
   (esc)
  all: 10,000 -> 10,001 (+0.0 %)
  Noise guard on: 40,000 samples before, 10,001 after, and the spread of files (4 before, 1 after); 3 functions tested at level 0.001.
  Before: b1, b2, b3, b4 (total 40,000)
  After: after (total 10,001)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise)
  $ echo; diffreport --before b1 --before b2 --after after --after after | head -n 3
   (esc)
  all: 10,000 -> 10,001 (+0.0 %)
  Noise guard on: 20,000 samples before, 20,002 after, and the spread of files (2 before, 2 after); 3 functions tested at level 0.001.
  Before: b1, b2 (total 20,000)

# shrunk
a parent shrinks from 60 to 20 through its child

  $ printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\n' >before
  $ printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 2 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     40.00%   80.00%   +40.00   40.00%   80.00%   +40.00    3e-08   other
     55.00%   15.00%   -40.00   55.00%   15.00%   -40.00    1e-08   child
     60.00%   20.00%   -40.00    5.00%    5.00%     0.00    3e-08   parent
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     40.00%   80.00%   +40.00   40.00%   80.00%   +40.00    2e-08   other
     55.00%   15.00%   -40.00   55.00%   15.00%   -40.00    1e-08   child

# stdin
needs: gzip
one side may be standard input, and compressed

  $ printf 'main;a 20\nmain;b 80\n' >before; printf 'main;a 60\nmain;b 40\n' | gzip >after.gz
  $ diffreport before - <after.gz; diffreport - after.gz <before | head -n 3
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 3 functions tested at level 0.001.
  Before: before (total 100)
  After: standard input (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     20.00%   60.00%   +40.00   20.00%   60.00%   +40.00    3e-08   a
     80.00%   40.00%   -40.00   80.00%   40.00%   -40.00    3e-08   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     20.00%   60.00%   +40.00   20.00%   60.00%   +40.00    2e-08   a
     80.00%   40.00%   -40.00   80.00%   40.00%   -40.00    2e-08   b
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 3 functions tested at level 0.001.
  Before: standard input (total 100)

# svg
the picture, beside the report

  $ printf 'main;a 100\nmain;b 900\n' >before; printf 'main;a 400\nmain;b 620\n' >after
  $ diffreport --svg diff.svg before after; ls
  all: 1,000 -> 1,020 (+2 %)
  Noise guard on: 1,000 samples before, 1,020 after; 3 functions tested at level 0.001.
  Before: before (total 1,000)
  After: after (total 1,020)
  Compared: totals and shares: as plain counts, since no file names their unit.
  Graph: diff.svg
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   39.22%   +29.22   10.00%   39.22%   +29.22    3e-54   a
     90.00%   60.78%   -29.22   90.00%   60.78%   -29.22    3e-54   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   39.22%   +29.22   10.00%   39.22%   +29.22    2e-54   a
     90.00%   60.78%   -29.22   90.00%   60.78%   -29.22    2e-54   b
  after
  before
  diff.svg
  $ difffolded before after |
  > 	flamegraph --title 'Differential Flame Graph' --diff-normalize | cmp -s - diff.svg
  [1]
  $ diffreport --svg diff.svg --format markdown before after | grep svg
  Differential flame graph: <code>diff&#46;svg</code>
  $ diffreport --svg diff.svg --format json before after | grep svg
  "svg": "diff.svg",

# svg-path
flamegraph beside the program goes before that in PATH; without one, PATH

  $ mkdir bin; cp "$(command -v diffreport)" bin/; printf '#!/bin/sh\ncat >/dev/null; echo beside\n' >bin/flamegraph
  $ chmod +x bin/flamegraph; printf 'main;a 100\n' >a
  $ bin/diffreport --svg x.svg a a | head -n 1
  beside
  $ rm bin/flamegraph; bin/diffreport --svg x.svg a a | grep Graph; ls x.svg
  Graph: x.svg
  x.svg

# svg-same
equal totals are not scaled; a name with all sorts of signs

  $ printf 'main;a 100\nmain;b 900\n' >a
  $ diffreport --svg '-x "$y".svg' a a | grep Graph; ls
  Graph: -x "$y".svg
  -x "$y".svg
  a
  $ difffolded a a | flamegraph --title 'Differential Flame Graph' | cmp - ./-x*.svg

# text-names
a terminal is not told what to do

  $ printf 'ok 9\n\033[31mred\177 1\ncaf\351 90\n' >before
  $ printf 'ok 90\n\033[31mred\177 9\ncaf\351 1\n' >after
  $ diffreport --alpha 1 before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 3 functions tested at level 1.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  2 functions grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     90.00%    1.00%   -89.00   90.00%    1.00%   -89.00    3e-43   caf�
      9.00%   90.00%   +81.00    9.00%   90.00%   +81.00    1e-33   ok
      1.00%    9.00%    +8.00    1.00%    9.00%    +8.00    0.018   �[31mred�
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     90.00%    1.00%   -89.00   90.00%    1.00%   -89.00    3e-43   caf�
      9.00%   90.00%   +81.00    9.00%   90.00%   +81.00    1e-33   ok
      1.00%    9.00%    +8.00    1.00%    9.00%    +8.00    0.018   �[31mred�

# threads
the number of threads changes nothing

  $ awk 'BEGIN { for (i = 0; i < 5000; i++) print "main;f" i % 97 ";g" i % 31, i % 11 + 1 }' >before
  $ awk 'BEGIN { for (i = 0; i < 5000; i++) print "main;f" i % 89 ";g" i % 37, i % 13 + 1 }' >after
  $ diffreport -j 1 --top 0 --all before after >one; diffreport -j 7 --top 0 --all before after | cmp - one
  $ wc -l <one
  188

# ties
equal changes: what grew first, then by name

  $ printf 'b 30\na 20\nd 30\nc 20\n' >before
  $ printf 'b 20\na 30\nd 20\nc 30\n' >after
  $ diffreport --alpha 1 before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 1.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  2 functions grew, 2 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     20.00%   30.00%   +10.00   20.00%   30.00%   +10.00    0.565   a
     20.00%   30.00%   +10.00   20.00%   30.00%   +10.00    0.565   c
     30.00%   20.00%   -10.00   30.00%   20.00%   -10.00    0.565   b
     30.00%   20.00%   -10.00   30.00%   20.00%   -10.00    0.565   d
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     20.00%   30.00%   +10.00   20.00%   30.00%   +10.00    0.565   a
     20.00%   30.00%   +10.00   20.00%   30.00%   +10.00    0.565   c
     30.00%   20.00%   -10.00   30.00%   20.00%   -10.00    0.565   b
     30.00%   20.00%   -10.00   30.00%   20.00%   -10.00    0.565   d

# top
lists are cut at --top; 0 shows all; without it at 10

  $ awk 'BEGIN { for (i = 10; i < 23; i++) { print "f" i, 1000 + i; print "g", 7 } }' >before
  $ awk 'BEGIN { for (i = 10; i < 23; i++) { print "f" i, 2 * i * i; print "g", 5 } }' >after
  $ diffreport --top 2 before after
  all: 13,299 -> 7,085 (-47 %)
  Noise guard on: 13,299 samples before, 7,085 after; 14 functions tested at level 0.001.
  Before: before (total 13,299)
  After: after (total 7,085)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  4 functions grew, 5 shrank (5 within the noise)
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
      7.68%   13.66%    +5.98    7.68%   13.66%    +5.98    9e-40   f22
      7.59%    2.82%    -4.77    7.59%    2.82%    -4.77    2e-46   f10
     and 7 more
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
      7.68%   13.66%    +5.98    7.68%   13.66%    +5.98    9e-40   f22
      7.59%    2.82%    -4.77    7.59%    2.82%    -4.77    2e-46   f10
     and 7 more
  $ for top in 0 13 12; do diffreport --top $top before after | grep -c ' f[0-9]'; done
  18
  18
  18
  $ diffreport before after | grep 'and .* more'
  [1]

# total
a program that is slower everywhere has the same shares: the first line of every format says so

  $ folded() { printf '# flambeau: event=cpu-clock\n# flambeau: unit=%s\nprog;main;a %s\nprog;main;b %s\n' "$@"; }
  $ folded ns 593000000 400000000 >before
  $ folded ns 1779000000 1200000000 >after
  $ for format in text brief markdown json; do
  > 	diffreport -f $format before after | head -n 1
  > 	diffreport -f $format --fail-over 2 before after >out; echo "exit $?"; head -n 1 out
  > done
  all: 0.99 s -> 2.98 s (+200 %)
  exit 0
  all: 0.99 s -> 2.98 s (+200 %): functions within budget (no budget for the total)
  all: 0.99 s -> 2.98 s (+200 %)
  exit 0
  all: 0.99 s -> 2.98 s (+200 %): functions within budget (no budget for the total)
  all: 0.99 s -> 2.98 s (+200 %)
  exit 0
  all: 0.99 s -> 2.98 s (+200 %): functions within budget (no budget for the total)
  {"total": {"text": "all: 0.99 s -\u003e 2.98 s (+200 %)", "before": 993000000, "unit_before": "ns", "after": 2979000000, "unit_after": "ns", "change": 200, "comparison": "compared", "reason": "Compared: totals and shares: both sides count ns.",
  exit 0
  {"total": {"text": "all: 0.99 s -\u003e 2.98 s (+200 %): functions within budget (no budget for the total)", "before": 993000000, "unit_before": "ns", "after": 2979000000, "unit_after": "ns", "change": 200, "comparison": "compared", "reason": "Compared: totals and shares: both sides count ns.",
  $ for unit in us ms s bytes faults samples; do folded $unit 1000 200 >1; folded $unit 1010 201 >2; diffreport 1 2 | head -n 1; done
  all: 1.20 ms -> 1.21 ms (+0.9 %)
  all: 1.20 s -> 1.21 s (+0.9 %)
  all: 1,200 s -> 1,211 s (+0.9 %)
  all: 1.2 KiB -> 1.2 KiB (+0.9 %)
  all: 1,200 faults -> 1,211 faults (+0.9 %)
  all: 1,200 samples -> 1,211 samples (+0.9 %)
  $ echo == without a header
  == without a header
  $ printf 'a 10\n' >1; printf 'a 5\nb 2.5\n' >2; diffreport 1 2 | head -n 1
  all: 10 -> 7.5 (-25 %)
  $ echo == the mean of the recordings, also with weights
  == the mean of the recordings, also with weights
  $ folded ns 100 0 >1; folded ns 201 0 >2; folded ns 300 0 >3
  $ diffreport --before 1 --before 2 --after 3 | sed -n '1p; /^Before/p'
  all: 151 ns -> 300 ns (+99 %)
  Before: 1, 2 (total 301 ns)
  $ diffreport --before 1:0.5 --before 3:0.5 --after 2 | head -n 1
  all: 200 ns -> 201 ns (+0.5 %)
  $ diffreport --before 1:3 --before 3 --after 2 | head -n 1
  all: 150 ns -> 201 ns (+34 %)

# total-budgets
limits for the total, and for what a recording has of a function: percent, times, sizes

  $ folded() { printf '# flambeau: unit=%s\nprog;main;a %s\nprog;main;b %s\n' "$@"; }
  $ try() { diffreport -f brief "$@" before after >out 2>err; echo "exit $?: $(head -n 1 out)"; cat err; }
  $ folded ns 600000000 400000000 >before
  $ folded ns 630000000 420000000 >after
  $ echo == at the limit, and beyond
  == at the limit, and beyond
  $ for limit in 5% 5 +5% 4.999% 50ms 49.999ms 0.05s; do echo "$limit: $(try --fail-over-total $limit)"; done
  5%: exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  5: exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  +5%: exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  4.999%: exit 3: all: 1.00 s -> 1.05 s (+5 %): over budget
  50ms: exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  49.999ms: exit 3: all: 1.00 s -> 1.05 s (+5 %): over budget
  0.05s: exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  $ for limit in 50ms 49ms 20ms; do echo "$limit: $(try --fail-over $limit)"; done
  50ms: exit 0: all: 1.00 s -> 1.05 s (+5 %): functions within budget (no budget for the total)
  49ms: exit 0: all: 1.00 s -> 1.05 s (+5 %): functions within budget (no budget for the total)
  20ms: exit 0: all: 1.00 s -> 1.05 s (+5 %): functions within budget (no budget for the total)
  $ for limit in 30ms 29ms; do echo "$limit: $(try --budget "^a$=+$limit")"; done
  30ms: exit 0: all: 1.00 s -> 1.05 s (+5 %): functions within budget (no budget for the total)
  29ms: exit 3: all: 1.00 s -> 1.05 s (+5 %): functions over budget (no budget for the total)
  $ echo == both kinds, and all of them
  == both kinds, and all of them
  $ try --fail-over 2% --fail-over-total 5%
  exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  $ try --fail-over 2% --fail-over-total 4%
  exit 3: all: 1.00 s -> 1.05 s (+5 %): total over budget, functions within budget
  $ try --fail-over 20ms --fail-over-total 5%
  exit 0: all: 1.00 s -> 1.05 s (+5 %): within budget
  $ diffreport --fail-over 2% --fail-over 20ms --fail-over-total 4% --fail-over-total 60ms --budget 'a=+2' --budget 'b=+1ms' before after | sed -n '/^No/,/^$/p'
  Noise guard on: 100 samples before, 105 after (counts divided by 10000000); 4 functions tested at level 0.001.
  Before: before (total 1,000,000,000 ns)
  After: after (total 1,050,000,000 ns)
  Compared: totals and shares: both sides count ns.
   (esc)
  No function changed its share: over budget
  - all: 1.00 s to 1.05 s (+5 %): over the limit of +4 %
  - all: 1.00 s to 1.05 s (+5 %): within the limit of +60.0 ms
  - no function grew by more than +2
  - no function grew by more than +20.0 ms
  - functions like a: 100.00% to 100.00% (0.00): within the limit of +2
  - functions like b: 400 ms to 420 ms (+5 %): over the limit of +1.00 ms
  $ diffreport -f json --fail-over 2% --fail-over 20ms --fail-over-total 4% --fail-over-total 60ms --budget 'a=+2' --budget 'b=+1ms' before after | sed -n '/^"budget/,/\]}/p'
  "budget": {"exceeded": true, "total_limit": 4, "total_amount": {"limit": 60000000, "unit": "ns"}, "total_exceeded": true, "function_limit": 2, "function_amount": {"limit": 20000000, "unit": "ns"}, "functions_over": 0, "patterns": [
  {"pattern": "a", "limit": 2, "before": 100.000000, "after": 100.000000, "change": 0.000000, "functions": 2, "exceeded": false},
  {"pattern": "b", "limit": null, "amount": {"limit": 1000000, "unit": "ns"}, "before": 40.000000, "after": 40.000000, "change": 0.000000, "functions": 1, "exceeded": true}]},
  $ echo == a shrinking program
  == a shrinking program
  $ diffreport -f brief --fail-over 1ms --fail-over-total 0 after before; echo "exit $?"
  all: 1.05 s -> 1.00 s (-4.8 %): within budget
  No function changed its share, within budget
  exit 0
  $ echo == sizes
  == sizes
  $ folded bytes 1048576 1048576 >before; folded bytes 2097152 1048577 >after
  $ for limit in 1M 1MiB 1048577bytes 1G; do echo "$limit: $(try --fail-over-total $limit)"; done
  1M: exit 3: all: 2.0 MiB -> 3.0 MiB (+50 %): over budget
  1MiB: exit 3: all: 2.0 MiB -> 3.0 MiB (+50 %): over budget
  1048577bytes: exit 0: all: 2.0 MiB -> 3.0 MiB (+50 %): within budget
  1G: exit 0: all: 2.0 MiB -> 3.0 MiB (+50 %): within budget
  $ try --fail-over 50ms
  exit 1:\x20 (esc)
  diffreport: a budget of a time cannot be kept: the counts are bytes; give percentage points
  $ folded samples 100 100 >before; cp before after; try --fail-over 50ms; try --budget 'a=+2MiB'
  exit 1:\x20 (esc)
  diffreport: a budget of a time cannot be kept: the counts are samples; give percentage points
  exit 1:\x20 (esc)
  diffreport: a budget of a size cannot be kept: the counts are samples; give percentage points
  $ grep -v '^#' after >plain; diffreport --fail-over 50ms plain plain
  [1]
  $ echo == wrong
  == wrong
  $ for option in --fail-over=5x --fail-over=101 --fail-over=ms --fail-over-total=-1 --fail-over-total=1000001 --budget=a=+5m; do
  > 	diffreport $option before after; echo "exit $?"
  > done
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  exit 2
  $ cat err
  diffreport: a budget of a time needs the unit of the counts, and no file names it; collapse with --header, or give percentage points
  diffreport: option '--fail-over' cannot take '5x': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--fail-over' cannot take '101': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--fail-over' cannot take 'ms': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--fail-over-total' cannot take '-1': it is a percentage, as 5%, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--fail-over-total' cannot take '1000001': it is a percentage, as 5%, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'
  diffreport: option '--budget' cannot take 'a=+5m': it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB; try 'diffreport --help'

# total-incomparable
different things have no common total: shares are compared, and a limit for the total is an error

  $ folded() { printf '# flambeau: event=%s unit=%s\nprog;main;a %s\nprog;main;b %s\n' "$@"; }
  $ folded cpu-clock ns 10000000 20000000 >ns
  $ folded alloc bytes 10000000 20000000 >bytes
  $ folded cycles cycles 10000000 20000000 >cycles
  $ folded page-faults cycles 10000000 20000000 >other
  $ sed 's/event=[^ ]* //' cycles >nameless
  $ grep -v '^#' ns >plain
  $ try() { echo "== $*"; diffreport "$@" >out; echo "exit $?: $(head -n 1 out)"; grep ^Compared out; }
  $ for pair in 'ns bytes' 'cycles other' 'ns plain' 'plain ns' 'cycles nameless' 'plain plain'; do try $pair; done
  == ns bytes
  exit 0: totals cannot be compared: before counts ns, after counts bytes
  Compared: shares, not totals: before counts ns, after counts bytes.
  == cycles other
  exit 0: totals cannot be compared: before is of cycles, after of page-faults
  Compared: shares, not totals: before is of cycles, after of page-faults.
  == ns plain
  exit 0: totals cannot be compared: before counts ns, and the unit of after is not known
  Compared: shares, not totals: before counts ns, and the unit of after is not known.
  == plain ns
  exit 0: totals cannot be compared: after counts ns, and the unit of before is not known
  Compared: shares, not totals: after counts ns, and the unit of before is not known.
  == cycles nameless
  exit 0: all: 30,000,000 cycles -> 30,000,000 cycles (0 %)
  Compared: totals and shares: both sides count cycles.
  == plain plain
  exit 0: all: 30,000,000 -> 30,000,000 (0 %)
  Compared: totals and shares: as plain counts, since no file names their unit.
  $ try --before ns --before bytes --after ns
  == --before ns --before bytes --after ns
  exit 0: totals cannot be compared: the files of one side have different units
  Compared: shares, not totals: the files of one side have different units.
  $ try --before cycles --before other --after cycles
  == --before cycles --before other --after cycles
  exit 0: totals cannot be compared: the files of one side have different events
  Compared: shares, not totals: the files of one side have different events.
  $ for option in --fail-over=2 --fail-over-total=5% --fail-over=5ms --budget=a=+5ms --budget=a=+5; do try $option ns bytes; done
  == --fail-over=2 ns bytes
  exit 0: totals cannot be compared: before counts ns, after counts bytes: functions within budget (no budget for the total)
  Compared: shares, not totals: before counts ns, after counts bytes.
  == --fail-over-total=5% ns bytes
  exit 1:\x20 (esc)
  == --fail-over=5ms ns bytes
  exit 1:\x20 (esc)
  == --budget=a=+5ms ns bytes
  exit 1:\x20 (esc)
  == --budget=a=+5 ns bytes
  exit 0: totals cannot be compared: before counts ns, after counts bytes: functions within budget (no budget for the total)
  Compared: shares, not totals: before counts ns, after counts bytes.
  $ diffreport -f json ns bytes | head -n 1
  {"total": {"text": "totals cannot be compared: before counts ns, after counts bytes", "before": 30000000, "unit_before": "ns", "after": 30000000, "unit_after": "bytes", "change": null, "comparison": "incomparable", "reason": "Compared: shares, not totals: before counts ns, after counts bytes.",

names of units are harmless

  $ printf '# flambeau: unit="<b>\\x1b[2J"\na 1\n' >odd
  $ diffreport odd ns | cat -v; diffreport -f markdown odd odd | head -n 1 | cat -v
  totals cannot be compared: before counts <b>M-oM-?M-=[2J, after counts ns
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: odd (total 1 <b>M-oM-?M-=[2J)
  After: ns (total 30,000,000 ns)
  Compared: shares, not totals: before counts <b>M-oM-?M-=[2J, after counts ns.
   (esc)
  1 function shrank, 3 are new
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%   33.33%   -66.67  100.00%   33.33%   -66.67        -   a
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
    100.00%   33.33%   -66.67  100.00%   33.33%   -66.67        -   a
   (esc)
  New functions
      total                       self
     before    after   change   before    after   change        p   function
      0.00%  100.00%  +100.00    0.00%    0.00%     0.00        -   main
      0.00%  100.00%  +100.00    0.00%    0.00%     0.00        -   prog
      0.00%   66.67%   +66.67    0.00%   66.67%   +66.67        -   b
  all: 1 <code>&#60;b&#62;M-oM-?M-=&#91;2J</code> -> 1 <code>&#60;b&#62;M-oM-?M-=&#91;2J</code> (0 %)
  $ cat err
  diffreport: the counts to be added up have different units
  diffreport: totals cannot be compared: before counts ns, after counts bytes; a budget for the total, or for a time or a size, needs recordings of the same event and unit
  diffreport: totals cannot be compared: before counts ns, after counts bytes; a budget for the total, or for a time or a size, needs recordings of the same event and unit
  diffreport: totals cannot be compared: before counts ns, after counts bytes; a budget for the total, or for a time or a size, needs recordings of the same event and unit

# total-normalize
recordings of different lengths: shares are compared, and the report says so; the graph has the same colours

  $ printf '# flambeau: event=cpu-clock unit=ns\nserver;idle 9000000000\nserver;work 1000000000\n' >before
  $ printf '# flambeau: event=cpu-clock unit=ns\nserver;idle 18000000000\nserver;work 2000000000\n' >after
  $ for format in text markdown json; do diffreport --normalize -f $format before after | grep -e '^all' -e Compared -e comparison; done
  all: 10.0 s -> 20.0 s; shares are compared, not totals (--normalize)
  Compared: shares, not totals: --normalize was given, for recordings of different lengths.
  all: 10.0 s -> 20.0 s; shares are compared, not totals (--normalize)
  <sub>Before: <code>before</code> (total 10,000,000,000 ns)<br>After: <code>after</code> (total 20,000,000,000 ns)<br>Compared: shares, not totals: --normalize was given, for recordings of different lengths.<br>Noise guard on: 10 samples before, 20 after (counts divided by 1000000000); 3 functions tested at level 0.001.</sub>
  {"total": {"text": "all: 10.0 s -\u003e 20.0 s; shares are compared, not totals (--normalize)", "before": 10000000000, "unit_before": "ns", "after": 20000000000, "unit_after": "ns", "change": null, "comparison": "normalized", "reason": "Compared: shares, not totals: --normalize was given, for recordings of different lengths.",
  $ diffreport --normalize --fail-over 2% before after >out; echo "exit $?"; head -n 1 out
  exit 0
  all: 10.0 s -> 20.0 s; shares are compared, not totals (--normalize): functions within budget
  $ diffreport --normalize --fail-over-total 5% before after; echo "exit $?"
  exit 2
  $ diffreport --normalize --fail-over 5ms before after; echo "exit $?"
  exit 2
  $ diffreport --normalize --budget 'x=+5ms' before after; echo "exit $?"
  exit 2
  $ legend() { sed -n '/id="legend"/,/<\/g>/s/.*<text[^>]*>\([^<]*\).*/\1/p' "$1" | tail -n 1; grep -o 'id="subtitle"[^<]*' "$1"; }
  $ echo == graphs
  == graphs
  $ diffreport --svg all.svg before after >out; legend all.svg
  all: 10.0 s -&gt; 20.0 s (+100 %); no share changed
  id="subtitle" x="50%" y="48">cpu-clock
  $ diffreport --normalize --svg shares.svg before after >out; legend shares.svg
  Nothing changed
  id="subtitle" x="50%" y="48">cpu-clock; first profile multiplied by 2
  $ sed 's/unit=ns/unit=bytes/' after >bytes; diffreport --svg other.svg before bytes >out; legend other.svg
  Nothing changed
  id="subtitle" x="50%" y="48">cpu-clock; first profile multiplied by 2
  $ echo == a graph of means
  == a graph of means
  $ diffreport --svg means.svg --before before --before after --before after --after after >out; head -n 1 out; legend means.svg
  all: 16.7 s -> 20.0 s (+20 %)
  all: 16.7 s -&gt; 20.0 s (+20 %); no share changed
  id="subtitle" x="50%" y="48">cpu-clock
  $ cat err
  diffreport: options '--normalize' and '--fail-over-total' exclude each other
  diffreport: a budget of a time or a size needs totals, and --normalize compares shares; try 'diffreport --help'
  diffreport: a budget of a time or a size needs totals, and --normalize compares shares; try 'diffreport --help'

# units
counts with a unit are called by it, and are samples only if they can be

  $ folded() { printf '# flambeau: unit=%s\n' "$1"; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo "main;f$i $((i * $2))"; done; }
  $ for unit in bytes faults samples ns us cycles; do
  > 	folded $unit 16 >few; echo "== $unit"; diffreport few few | sed -n '1,3p'
  > done
  == bytes
  all: 2.1 KiB -> 2.1 KiB (0 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: few (total 2,176 bytes)
  == faults
  all: 2,176 faults -> 2,176 faults (0 %)
  Noise guard on: 136 samples before, 136 after (counts divided by 16); 17 functions tested at level 0.001.
  Before: few (total 2,176 faults)
  == samples
  all: 2,176 samples -> 2,176 samples (0 %)
  Noise guard on: 136 samples before, 136 after (counts divided by 16); 17 functions tested at level 0.001.
  Before: few (total 2,176 samples)
  == ns
  all: 2.18 µs -> 2.18 µs (0 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: few (total 2,176 ns)
  == us
  all: 2.18 ms -> 2.18 ms (0 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: few (total 2,176 us)
  == cycles
  all: 2,176 cycles -> 2,176 cycles (0 %)
  Noise guard off: the number of samples is unknown; give --samples or --period.
  Before: few (total 2,176 cycles)
  $ folded ns 10101010 >many; echo == a period; diffreport many many | sed -n '2,3p'
  == a period
  Noise guard on: 136 samples before, 136 after (counts divided by 10101010); 17 functions tested at level 0.001.
  Before: many (total 1,373,737,360 ns)
  $ folded faults 1 >ones; diffreport ones ones | sed -n '2,3p'
  Noise guard on: 136 faults before, 136 after; 17 functions tested at level 0.001.
  Before: ones (total 136 faults)

# vanished
functions that are gone

  $ printf 'main;old 60\nmain;gone 10\nmain;gone;child 30\n' >before
  $ printf 'main;old 100\n' >after
  $ diffreport before after
  all: 100 -> 100 (0 %)
  Noise guard on: 100 samples before, 100 after; 4 functions tested at level 0.001.
  Before: before (total 100)
  After: after (total 100)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 2 vanished
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     60.00%  100.00%   +40.00   60.00%  100.00%   +40.00    5e-14   old
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     60.00%  100.00%   +40.00   60.00%  100.00%   +40.00    4e-14   old
   (esc)
  Vanished functions
      total                       self
     before    after   change   before    after   change        p   function
     40.00%    0.00%   -40.00   10.00%    0.00%   -10.00    5e-14   gone
     30.00%    0.00%   -30.00   30.00%    0.00%   -30.00    3e-10   child

# weights
FILE:WEIGHT: shares are weighted, samples are what they were

  $ printf 'main;a 100\nmain;b 900\n' >b1; printf 'main;a 300\nmain;b 700\n' >b2
  $ printf 'main;a 203\nmain;b 797\n' >after
  $ diffreport --all --before b1:3 --before b2 after
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 2,000 samples before, 1,000 after, and the spread of files (2 before, 1 after); 3 functions tested at level 0.001.
  Before: b1, b2 (total 4,000)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise)
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     15.00%   20.30%    +5.30   15.00%   20.30%    +5.30    1.000 ~ a
     85.00%   79.70%    -5.30   85.00%   79.70%    -5.30    1.000 ~ b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     15.00%   20.30%    +5.30   15.00%   20.30%    +5.30    1.000 ~ a
     85.00%   79.70%    -5.30   85.00%   79.70%    -5.30    1.000 ~ b
  $ echo; diffreport --all --before b1:0.5 after
   (esc)
  all: 1,000 -> 1,000 (0 %)
  Noise guard on: 1,000 samples before, 1,000 after; 3 functions tested at level 0.001.
  Before: b1 (total 500)
  After: after (total 1,000)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  1 function grew, 1 shrank
   (esc)
  Changes of total share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   20.30%   +10.30   10.00%   20.30%   +10.30    4e-10   a
     90.00%   79.70%   -10.30   90.00%   79.70%   -10.30    4e-10   b
   (esc)
  Changes of self share
      total                       self
     before    after   change   before    after   change        p   function
     10.00%   20.30%   +10.30   10.00%   20.30%   +10.30    3e-10   a
     90.00%   79.70%   -10.30   90.00%   79.70%   -10.30    3e-10   b

# wrong-input
a file that is not folded is named, with the command that makes it so

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
  $ cp "$FIXTURES/dtrace/node.txt" dtrace.txt
  $ printf 'main;f 100\nmain;g 20\n' >good.folded
  $ try diffreport perf.txt good.folded
  exit 1, 0 bytes
  diffreport: perf.txt: this is the output of perf script; try: collapse-perf perf.txt > perf.txt.folded
  $ try diffreport good.folded dtrace.txt
  exit 1, 0 bytes
  diffreport: dtrace.txt: this is DTrace's stack() and ustack(); try: collapse-dtrace dtrace.txt > dtrace.txt.folded
  $ try diffreport - good.folded <perf.txt
  exit 1, 0 bytes
  diffreport: standard input: this is the output of perf script; try: ... | collapse-perf > out.folded
  $ printf 'PERFILE2 and more' >perf.data
  $ try diffreport good.folded perf.data
  exit 1, 0 bytes
  diffreport: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data > perf.data.folded
  $ try diffreport good.folded - <perf.data
  exit 1, 0 bytes
  diffreport: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf > out.folded
  $ printf '\177ELF\002\001\001' >program
  $ try diffreport program good.folded
  exit 1, 0 bytes
  diffreport: program: this is a program, a library or a core file (ELF); try: flamegraph-record -- program
  $ printf '{"a":[1,2]}' >a.json
  $ try diffreport good.folded a.json
  exit 1, 0 bytes
  diffreport: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 90\nbad\nmain;g 20\n' >some.folded
  $ diffreport good.folded some.folded
  all: 120 -> 110 (-8.3 %)
  Noise guard on: 120 samples before, 110 after; 3 functions tested at level 0.001.
  Before: good.folded (total 120)
  After: some.folded (total 110)
  Compared: totals and shares: as plain counts, since no file names their unit.
   (esc)
  No function changed its share (2 within the noise)
  $ cat err
  diffreport: some.folded:2: no count at the end of the line: 'bad'
  diffreport: skipped 1 line without a count

# names
sides may have names of their own

  $ printf 'a 1\n' >x
  $ diffreport --before-name './before --all' --after-name "new<b>" x x | grep -e ^Before -e ^After
  Before: ./before --all (total 1)
  After: new<b> (total 1)
  $ diffreport -f markdown --after-name "new<b>" x x | grep -o 'After.*total'
  After: <code>new&#60;b&#62;</code> (total 1)<br>Compared: total
  $ diffreport -f json --before-name ./before x x | grep '"name"'
  "before": {"files": [{"name": "x", "weight": 1}], "name": "./before", "total": 1, "samples": 1},
  "after": {"files": [{"name": "x", "weight": 1}], "name": null, "total": 1, "samples": 1},
