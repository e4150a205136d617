SPDX-License-Identifier: MIT

# brief

  $ printf 'demo;main;hash 61\ndemo;main;parse 20\ndemo;main;emit 19\n' >in
  $ export-top --format brief in
  # What to look at
   (esc)
  100 samples in 3 stacks.
   (esc)
  1. `hash` itself takes 61.0 % of the samples (61).
   (esc)
         collapse-filter --focus '^hash$' in | flamegraph-view
  $ export-top -f brief-json - <in
  {"summary":"100 samples in 3 stacks","findings":1,"sentences":[
  {"rule":"hot","finding":true,"percent":61.00,"text":"\u0022hash\u0022 itself takes 61.0 % of the samples (61)","more":"collapse-filter --focus '^hash$' FILE | flamegraph-view"}
  ]}

a part of the time, a thread and a function that calls itself; the summary has the header's facts

  $ for i in 1 2 3 4 5 6 7 8 9; do
  > 	for part in parse emit route lookup; do
  > 		echo "@time=$i.0;@tid=7;demo;main;$part 30"
  > 		echo "@time=$i.5;@tid=7;demo;main;$part 30"
  > 	done
  > done >time
  $ printf '@time=4.5;@tid=7;demo;main;compact;%s 200\n' sweep mark >>time
  $ (printf '# flambeau: event=cpu-clock\n# flambeau: frequency=99\n'; cat time) | export-top -f brief
  # What to look at
   (esc)
  2,560 samples in 6 stacks: `cpu-clock at 99 Hz`.
   (esc)
  1. From 4.5 s to 5 s `compact` is 76.9 % of the samples, else 0.0 %, much of it in `mark`.
   (esc)
         collapse-filter --time 4.5,5 FILE | flamegraph-view
  $ sed 's/tid=7/tid=8/;s/ [0-9]*$/ 1/' time | cat - time | export-top -f brief | grep Thread
  2. Thread `7` is always busy: it takes 97.2 % of the samples (2,560); the next one 2.8 %.
  $ printf 'demo;walk;walk;walk;walk;walk;walk;walk;walk;walk;walk;walk;walk 30\n' | export-top -f brief
  # What to look at
   (esc)
  30 samples in 1 stack.
   (esc)
  1. `walk` calls itself, up to 12 times in one stack: such stacks are 100.0 % of the samples (30).
   (esc)
         collapse-filter --collapse-recursion mutual --focus '^walk$' FILE | flamegraph-view
   (esc)
  2. `walk` itself takes 100.0 % of the samples (30).
   (esc)
         collapse-filter --focus '^walk$' FILE | flamegraph-view

what is missing from the recording

  $ printf '# flambeau: samples=90 lost=30\nmain;a 50\nmain;b 40\n' | export-top -f brief
  # What to look at
   (esc)
  90 samples in 2 stacks: `90 samples, 30 lost`.
   (esc)
  1. 30 samples were lost, 25.0 % of all: what was busiest is missing most; record fewer per second, or with larger buffers.
   (esc)
         grep '^# flambeau:' FILE
   (esc)
  2. `a` itself takes 55.6 % of the samples (50).
   (esc)
         collapse-filter --focus '^a$' FILE | flamegraph-view
  $ printf '# flambeau: samples=90 cut=50\nmain;[libx.so] 50\nmain;b 40\n' | export-top -f brief
  # What to look at
   (esc)
  90 samples in 2 stacks: `90 samples`.
   (esc)
  1. 55.6 % of the samples (50) are in functions without a name, most of it in `libx.so`: it is stripped; install its debugging symbols, or build it without -s and strip.
   (esc)
         export-top --sort self FILE
   (esc)
  2. 55.6 % of the stacks (50) are cut and lack their outermost callers: the collapser says which limit to raise.
   (esc)
         grep '^# flambeau:' FILE
   (esc)
  3. `b` itself takes 44.4 % of the samples (40).
   (esc)
         collapse-filter --focus '^b$' FILE | flamegraph-view

two columns: what changed beyond chance, or that nothing did

  $ printf 'main;hash 200 500\nmain;parse 300 310\nmain;emit 300 305\n' | export-top -f brief
  # What to look at
   (esc)
  800 -> 1,115 samples in 3 stacks.
   (esc)
  1. `hash` takes more: 25.0 % -> 44.8 % of all (200 -> 500, x2.50) in itself; that is beyond chance.
   (esc)
         collapse-filter --focus '^hash$' FILE | flamegraph-view
  $ printf 'main;hash 200 207\nmain;parse 300 310\nmain;emit 300 305\n' | export-top -f brief
  # What to look at
   (esc)
  800 -> 822 samples in 3 stacks.
   (esc)
  1. No share of a function changed beyond chance; the largest difference is `emit`, 37.5 % -> 37.1 % of all (300 -> 305, x1.02).
   (esc)
         export-top --sort self FILE

nothing is remarkable

  $ printf 'main;a 30\nmain;b 29\nmain;c 31\nmain;d 30\n' | export-top -f brief
  # What to look at
   (esc)
  120 samples in 4 stacks.
   (esc)
  Nothing stands out.
  $ printf 'main;a 30\nmain;b 29\nmain;c 31\nmain;d 30\n' | export-top -f brief-json
  {"summary":"120 samples in 4 stacks","findings":0,"sentences":[
  ]}

names that would like to be more than names

  $ printf 'main;a`b``"\\$(reboot)<script>\033[31m\342\200\256 61\nmain;b 20\nmain;c 9\n' | export-top -f brief
  # What to look at
   (esc)
  90 samples in 3 stacks.
   (esc)
  1. ```a`b``"\$(reboot)<script>�[31m�``` itself takes 67.8 % of the samples (61).
   (esc)
         export-top --sort total FILE
  $ printf 'main;a`b``"\\$(reboot)<script>\033[31m\342\200\256 61\nmain;b 20\nmain;c 9\n' | export-top -f brief-json
  {"summary":"90 samples in 3 stacks","findings":1,"sentences":[
  {"rule":"hot","finding":true,"percent":67.78,"text":"\u0022a`b``\u005c\u0022\u005c\u005c$(reboot)\u003cscript\u003e�[31m�\u0022 itself takes 67.8 % of the samples (61)","more":"export-top --sort total FILE"}
  ]}

options of tables

  $ export-top --format brief --sort total in
  [2]
  $ export-top --format brief-json --bars always in
  [2]
  $ cat err
  export-top: option '--sort' is for tables; try 'export-top --help'
  export-top: option '--bars' is for text; try 'export-top --help'

# differential

  $ printf 'main;same 5 5\nmain;new 0 7\nmain;old;gone 3 0\nmain 1.5 1\n' >in
  $ for format in text markdown json csv; do
  > 	export-top --format $format in
  > done
  9.5 before, 13 after in 4 stacks of 5 functions
   (esc)
    self before  self after  total before  total after  function
              0           7             0            7  new
              5           5             5            5  same
            1.5           1           9.5           13  main
              3           0             3            0  gone
              0           0             3            0  old
  9.5 before, 13 after in 4 stacks of 5 functions
   (esc)
  | self before | self after | total before | total after | function |
  | --: | --: | --: | --: | :-- |
  | 0 | 7 | 0 | 7 | <code>new</code> |
  | 5 | 5 | 5 | 5 | <code>same</code> |
  | 1.5 | 1 | 9.5 | 13 | <code>main</code> |
  | 3 | 0 | 3 | 0 | <code>gone</code> |
  | 0 | 0 | 3 | 0 | <code>old</code> |
  {"total_before":9.5,"total_after":13,"stacks":4,"functions":5,"top":[
  {"self_before":0,"self_percent_before":0.00,"self_after":7,"self_percent_after":53.85,"total_before":0,"total_percent_before":0.00,"total_after":7,"total_percent_after":53.85,"function":"new"},
  {"self_before":5,"self_percent_before":52.63,"self_after":5,"self_percent_after":38.46,"total_before":5,"total_percent_before":52.63,"total_after":5,"total_percent_after":38.46,"function":"same"},
  {"self_before":1.5,"self_percent_before":15.79,"self_after":1,"self_percent_after":7.69,"total_before":9.5,"total_percent_before":100.00,"total_after":13,"total_percent_after":100.00,"function":"main"},
  {"self_before":3,"self_percent_before":31.58,"self_after":0,"self_percent_after":0.00,"total_before":3,"total_percent_before":31.58,"total_after":0,"total_percent_after":0.00,"function":"gone"},
  {"self_before":0,"self_percent_before":0.00,"self_after":0,"self_percent_after":0.00,"total_before":3,"total_percent_before":31.58,"total_after":0,"total_percent_after":0.00,"function":"old"}
  ]}
  self_before,self_percent_before,self_after,self_percent_after,total_before,total_percent_before,total_after,total_percent_after,function
  0,0.00,7,53.85,0,0.00,7,53.85,"new"
  5,52.63,5,38.46,5,52.63,5,38.46,"same"
  1.5,15.79,1,7.69,9.5,100.00,13,100.00,"main"
  3,31.58,0,0.00,3,31.58,0,0.00,"gone"
  0,0.00,0,0.00,3,31.58,0,0.00,"old"
  $ export-top --bars always --columns 80 --sort total in
  9.5 before, 13 after in 4 stacks of 5 functions
   (esc)
    self before  self after  total before  total after            function
            1.5           1           9.5           13  █▒▒▒▒▒▒▒  main
              0           7             0            7  ████      new
              5           5             5            5  ███       same
              3           0             3            0            gone
              0           0             3            0            old
  $ printf 'only;after 0 1\n' | export-top -f csv
  self_before,self_percent_before,self_after,self_percent_after,total_before,total_percent_before,total_after,total_percent_after,function
  0,0.00,1,100.00,0,0.00,1,100.00,"after"
  0,0.00,0,0.00,0,0.00,1,100.00,"only"

# files

  $ printf 'a;b 1\n' >one
  $ printf 'a;b 2\nc 1\n' >two
  $ export-top one two
  4 in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %  function
       3  75.00%      3   75.00%  b
       1  25.00%      1   25.00%  c
       0   0.00%      3   75.00%  a
  $ export-top -o out.csv -f csv one - <two
  $ cat out.csv
  self,self_percent,total,total_percent,function
  3,75.00,3,75.00,"b"
  1,25.00,1,25.00,"c"
  0,0.00,3,75.00,"a"

# formats

  $ printf 'main;read_[k] 3.5\nmain;<b>*x*</b>|"y" 1\nmain;\033[31m\377\t=1 18446744073.7\n;z 1\n' >in
  $ for format in text markdown json csv; do
  > 	export-top -f $format in
  > done
  18446744079.2 in 4 stacks of 6 functions
   (esc)
             self   self %          total  total %  function
    18446744073.7  100.00%  18446744073.7  100.00%  ?[31m??=1
              3.5    0.00%            3.5    0.00%  read_[k]
                1    0.00%              1    0.00%  <b>*x*</b>|"y"
                1    0.00%              1    0.00%  z
                0    0.00%  18446744078.2  100.00%  main
                0    0.00%              1    0.00%
  18446744079.2 in 4 stacks of 6 functions
   (esc)
  | self | self % | total | total % | function |
  | --: | --: | --: | --: | :-- |
  | 18446744073.7 | 100.00 | 18446744073.7 | 100.00 | <code>�&#91;31m��&#61;1</code> |
  | 3.5 | 0.00 | 3.5 | 0.00 | <code>read&#95;&#91;k&#93;</code> |
  | 1 | 0.00 | 1 | 0.00 | <code>&#60;b&#62;&#42;x&#42;&#60;&#47;b&#62;&#124;&#34;y&#34;</code> |
  | 1 | 0.00 | 1 | 0.00 | <code>z</code> |
  | 0 | 0.00 | 18446744078.2 | 100.00 | <code>main</code> |
  | 0 | 0.00 | 1 | 0.00 | <code></code> |
  {"total":18446744079.2,"stacks":4,"functions":6,"top":[
  {"self":18446744073.7,"self_percent":100.00,"total":18446744073.7,"total_percent":100.00,"function":"�[31m�\u0009=1"},
  {"self":3.5,"self_percent":0.00,"total":3.5,"total_percent":0.00,"function":"read_[k]"},
  {"self":1,"self_percent":0.00,"total":1,"total_percent":0.00,"function":"\u003cb\u003e*x*\u003c/b\u003e|\u0022y\u0022"},
  {"self":1,"self_percent":0.00,"total":1,"total_percent":0.00,"function":"z"},
  {"self":0,"self_percent":0.00,"total":18446744078.2,"total_percent":100.00,"function":"main"},
  {"self":0,"self_percent":0.00,"total":1,"total_percent":0.00,"function":""}
  ]}
  self,self_percent,total,total_percent,function
  18446744073.7,100.00,18446744073.7,100.00,"�[31m��=1"
  3.5,0.00,3.5,0.00,"read_[k]"
  1,0.00,1,0.00,"<b>*x*</b>|""y"""
  1,0.00,1,0.00,"z"
  0,0.00,18446744078.2,100.00,"main"
  0,0.00,1,0.00,""
  $ export-top -f xml in
  [2]
  $ cat err
  export-top: option '-f' has no value 'xml': it is one of text, markdown, json, csv, brief, brief-json; try 'export-top --help'

# invisible
Characters that break lines or turn text around, and are not seen, are stand-ins in tables.

  $ printf 'main;a\342\200\250b\342\200\251c 2\nmain;d\342\200\256e\342\201\246f\342\200\213g\342\200\214h 1\n' >in
  $ for format in text markdown csv; do
  > 	export-top -f $format in
  > done
  3 in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %  function
       2  66.67%      2   66.67%  a?b?c
       1  33.33%      1   33.33%  d?e?f?g?h
       0   0.00%      3  100.00%  main
  3 in 2 stacks of 3 functions
   (esc)
  | self | self % | total | total % | function |
  | --: | --: | --: | --: | :-- |
  | 2 | 66.67 | 2 | 66.67 | <code>a�b�c</code> |
  | 1 | 33.33 | 1 | 33.33 | <code>d�e�f�g\xe2\x80\x8ch</code> | (esc)
  | 0 | 0.00 | 3 | 100.00 | <code>main</code> |
  self,self_percent,total,total_percent,function
  2,66.67,2,66.67,"a�b�c"
  1,33.33,1,33.33,"d�e�f�g\xe2\x80\x8ch" (esc)
  0,0.00,3,100.00,"main"

# nothing

  $ export-top </dev/null
  [1]
  $ echo "exit $?"
  exit 1
  $ echo 'a 0' | export-top
  [1]
  $ echo "exit $?"
  exit 1
  $ echo 'a;b' | export-top
  [1]
  $ echo "exit $?"
  exit 1
  $ printf 'a 18446744073709551615\nb 1\n' | export-top
  [1]
  $ echo "exit $?"
  exit 1
  $ printf 'a 1\nb\n' | export-top --strict
  [1]
  $ cat err
  export-top: no stacks in the input
  export-top: no counts in the input
  export-top: standard input:1: no count at the end of the line: 'a;b'
  export-top: skipped 1 line without a count
  export-top: no stacks in the input
  export-top: the sum of the counts is beyond 2^64-1
  export-top: standard input:2: no count at the end of the line: 'b'
  export-top: skipped 1 line without a count
  export-top: no output: part of the input was not understood

# opt-bars

  $ printf 'main;work;hot 500\nmain;work 250\nmain;rare 1\nmain 249\n' >in
  $ export-top --bars always in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %                    function
     500  50.00%    500   50.00%  ████████          hot
     250  25.00%    750   75.00%  ████▒▒▒▒▒▒▒▒      work
     249  24.90%   1000  100.00%  ████▒▒▒▒▒▒▒▒▒▒▒▒  main
       1   0.10%      1    0.10%  ▏                 rare
  $ export-top --bars always --columns 60 in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %             function
     500  50.00%    500   50.00%  █████      hot
     250  25.00%    750   75.00%  ██▒▒▒▒▒    work
     249  24.90%   1000  100.00%  ██▒▒▒▒▒▒▒  main
       1   0.10%      1    0.10%  ▏          rare
  $ export-top --bars never in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %  function
     500  50.00%    500   50.00%  hot
     250  25.00%    750   75.00%  work
     249  24.90%   1000  100.00%  main
       1   0.10%      1    0.10%  rare
  $ COLUMNS=50 export-top --bars always in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %            function
     500  50.00%    500   50.00%  ████      hot
     250  25.00%    750   75.00%  ██▒▒▒▒    work
     249  24.90%   1000  100.00%  ██▒▒▒▒▒▒  main
       1   0.10%      1    0.10%  ▏         rare
  $ COLUMNS=50 export-top in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %  function
     500  50.00%    500   50.00%  hot
     250  25.00%    750   75.00%  work
     249  24.90%   1000  100.00%  main
       1   0.10%      1    0.10%  rare
  $ COLUMNS=x export-top --bars always in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %                    function
     500  50.00%    500   50.00%  ████████          hot
     250  25.00%    750   75.00%  ████▒▒▒▒▒▒▒▒      work
     249  24.90%   1000  100.00%  ████▒▒▒▒▒▒▒▒▒▒▒▒  main
       1   0.10%      1    0.10%  ▏                 rare
  $ export-top --bars always --columns 20 in
  1000 in 4 stacks of 4 functions
   (esc)
    self  self %  total  total %            function
     500  50.00%    500   50.00%  ████      hot
     250  25.00%    750   75.00%  ██▒▒▒▒    work
     249  24.90%   1000  100.00%  ██▒▒▒▒▒▒  main
       1   0.10%      1    0.10%  ▏         rare
  $ export-top --bars always -f json in
  [2]
  $ echo "exit $?"
  exit 2
  $ export-top --columns 90 -f csv in
  [2]
  $ echo "exit $?"
  exit 2
  $ export-top --columns 5 in
  [2]
  $ cat err
  export-top: option '--bars' is for text; try 'export-top --help'
  export-top: option '--columns' is for text; try 'export-top --help'
  export-top: option '--columns' needs a whole number from 20 to 10000, not '5'; try 'export-top --help'

# opt-columns

  $ printf 'main;a_function_with_a_name_that_is_longer_than_the_line_that_it_stands_in 1\n' >in
  $ export-top in
  1 in 1 stack of 2 functions
   (esc)
    self   self %  total  total %  function
       1  100.00%      1  100.00%  a_function_with_a_name_that_is_longer_than_the_line_that_it_stands_in
       0    0.00%      1  100.00%  main
  $ export-top --columns 60 in
  1 in 1 stack of 2 functions
   (esc)
    self   self %  total  total %  function
       1  100.00%      1  100.00%  a_function_with_a_name_th..
       0    0.00%      1  100.00%  main
  $ export-top --columns 20 in
  1 in 1 stack of 2 functions
   (esc)
    self   self %  total  total %  function
       1  100.00%      1  100.00%  a_function_wit..
       0    0.00%      1  100.00%  main

# opt-sort

  $ printf 'main;b;c 5\nmain;a;c 5\nmain;a 2\nmain;b 2\nmain 1\n' >in
  $ export-top in
  15 in 5 stacks of 4 functions
   (esc)
    self  self %  total  total %  function
      10  66.67%     10   66.67%  c
       2  13.33%      7   46.67%  a
       2  13.33%      7   46.67%  b
       1   6.67%     15  100.00%  main
  $ export-top --sort total in
  15 in 5 stacks of 4 functions
   (esc)
    self  self %  total  total %  function
       1   6.67%     15  100.00%  main
      10  66.67%     10   66.67%  c
       2  13.33%      7   46.67%  a
       2  13.33%      7   46.67%  b
  $ export-top -s self in
  15 in 5 stacks of 4 functions
   (esc)
    self  self %  total  total %  function
      10  66.67%     10   66.67%  c
       2  13.33%      7   46.67%  a
       2  13.33%      7   46.67%  b
       1   6.67%     15  100.00%  main
  $ export-top -s name in
  [2]
  $ cat err
  export-top: option '-s' has no value 'name': it is one of self, total; try 'export-top --help'

# opt-top

  $ for i in $(seq 25); do echo "main;f$i $i"; done >in
  $ export-top -n 2 in
  325 in 25 stacks of 26 functions
   (esc)
    self  self %  total  total %  function
      25   7.69%     25    7.69%  f25
      24   7.38%     24    7.38%  f24
   (esc)
  and 24 more
  $ export-top --top 1 -f markdown in
  325 in 25 stacks of 26 functions
   (esc)
  | self | self % | total | total % | function |
  | --: | --: | --: | --: | :-- |
  | 25 | 7.69 | 25 | 7.69 | <code>f25</code> |
   (esc)
  and 25 more
  $ export-top --top 1 -f json in
  {"total":325,"stacks":25,"functions":26,"top":[
  {"self":25,"self_percent":7.69,"total":25,"total_percent":7.69,"function":"f25"}
  ]}
  $ export-top --top 1 -f csv in
  self,self_percent,total,total_percent,function
  25,7.69,25,7.69,"f25"
  $ export-top in | tail -n 2
   (esc)
  and 6 more
  $ export-top -f markdown in | tail -n 1
  and 6 more
  $ export-top -f json in | grep -c function
  27
  $ export-top -f csv in | grep -c .
  27
  $ export-top --top 0 in | grep -c %
  27

# recursion

  $ printf 'a;b;a;b;a 3\na;b 1\na;a 2\n' | export-top
  6 in 3 stacks of 2 functions
   (esc)
    self  self %  total  total %  function
       5  83.33%      6  100.00%  a
       1  16.67%      4   66.67%  b

# terminal
needs: script stty linux

  $ printf 'main;work;a_function_with_a_long_name_that_is_cut_on_a_terminal_of_sixty_columns 3\nmain 1\n' >in
  $ TERM=xterm COLUMNS=60 script -qec 'export-top in' /dev/null | tr -d '\r'
  4 in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %             function
       3  75.00%      3   75.00%  ███████    a_function_with..
       1  25.00%      4  100.00%  ██▒▒▒▒▒▒▒  main
       0   0.00%      3   75.00%  ▒▒▒▒▒▒▒    work
  $ TERM=dumb script -qec 'export-top in' /dev/null | tr -d '\r'
  4 in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %  function
       3  75.00%      3   75.00%  a_function_with_a_long_name_that_is_cut_on_a_terminal_of_sixty_columns
       1  25.00%      4  100.00%  main
       0   0.00%      3   75.00%  work
  $ TERM=xterm script -qec 'stty cols 50; export-top in' /dev/null | tr -d '\r'
  4 in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %            function
       3  75.00%      3   75.00%  ██████    a_function_wit..
       1  25.00%      4  100.00%  ██▒▒▒▒▒▒  main
       0   0.00%      3   75.00%  ▒▒▒▒▒▒    work
  $ TERM=xterm COLUMNS=60 script -qec 'export-top -o out in' /dev/null
  $ cat out
  4 in 2 stacks of 3 functions
   (esc)
    self  self %  total  total %  function
       3  75.00%      3   75.00%  a_function_with_a_long_name_that_is_cut_on_a_terminal_of_sixty_columns
       1  25.00%      4  100.00%  main
       0   0.00%      3   75.00%  work

# text

  $ collapse-perf -q "$FIXTURES/perf/cxx-fp.txt" | export-top
  122 ms in 51 stacks of 51 functions; cpu-clock, 61 samples
   (esc)
       self  self %    total  total %  function
    22.0 ms  18.03%  22.0 ms   18.03%  Fib<2u>::go
    16.0 ms  13.11%  92.2 ms   75.41%  work
    10.0 ms   8.20%  10.0 ms    8.20%  __memcmp_evex_movbe
    8.02 ms   6.56%  22.0 ms   18.03%  Fib<4u>::go
    8.02 ms   6.56%  8.02 ms    6.56%  (anonymous namespace)::Ring<long, 32>::operator[]
    8.02 ms   6.56%  8.02 ms    6.56%  geometry::v2::Circle::area
    8.02 ms   6.56%  8.02 ms    6.56%  invoke_all<work(int, int)::{lambda(auto:1)#3}, int, double, float>
    6.01 ms   4.92%  6.01 ms    4.92%  (anonymous namespace)::Ring<long, 32>::operator()
    6.01 ms   4.92%  6.01 ms    4.92%  Visitor::operator()
    4.01 ms   3.28%  18.0 ms   14.75%  Fib<3u>::go
    4.01 ms   3.28%  4.01 ms    3.28%  Fib<1u>::go
    4.01 ms   3.28%  4.01 ms    3.28%  std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int, std::allocator<int> > >, long, __gnu_cxx::__ops::_Iter_comp_iter<work(int, int)::{lambda(int, int)#2}> >
    2.00 ms   1.64%  30.1 ms   24.59%  Fib<7u>::go
    2.00 ms   1.64%  2.00 ms    1.64%  (anonymous namespace)::Ring<double, 64>::operator()
    2.00 ms   1.64%  2.00 ms    1.64%  (anonymous namespace)::Ring<double, 64>::operator[]
    2.00 ms   1.64%  2.00 ms    1.64%  (anonymous namespace)::Ring<long, 32>::operator<
    2.00 ms   1.64%  2.00 ms    1.64%  __vfprintf_internal
    2.00 ms   1.64%  2.00 ms    1.64%  geometry::v2::Square::area
    2.00 ms   1.64%  2.00 ms    1.64%  is_vmalloc_addr
    2.00 ms   1.64%  2.00 ms    1.64%  malloc
   (esc)
  and 31 more
  $ printf 'main 1\n' | export-top
  1 in 1 stack of 1 function
   (esc)
    self   self %  total  total %  function
       1  100.00%      1  100.00%  main

# wrong-input
an input that is not folded is named, with the command that reads it

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ cp "$FIXTURES/perf/cxx-fp.txt" perf.txt
  $ cp "$FIXTURES/callgrind/callers.out" callgrind.txt
  $ printf 'main;f 1\n' >good.folded
  $ try export-top perf.txt
  exit 1, 0 bytes
  export-top: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | export-top
  $ try export-top <perf.txt
  exit 1, 0 bytes
  export-top: standard input: this is the output of perf script; try: ... | collapse-perf | export-top
  $ try export-top callgrind.txt
  exit 1, 0 bytes
  export-top: callgrind.txt: this is the call graph of valgrind's callgrind; try: collapse-callgrind callgrind.txt | export-top
  $ try export-top good.folded perf.txt
  exit 1, 0 bytes
  export-top: perf.txt: this is the output of perf script; try: collapse-perf perf.txt | export-top
  $ printf 'PERFILE2 and more' >perf.data
  $ try export-top perf.data
  exit 1, 0 bytes
  export-top: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | export-top
  $ try export-top <perf.data
  exit 1, 0 bytes
  export-top: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | export-top
  $ printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
  $ try export-top a.svg
  exit 1, 0 bytes
  export-top: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try export-top a.json
  exit 1, 0 bytes
  export-top: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
  $ export-top some.folded | wc -l
  6
  $ cat err
  export-top: some.folded:2: no count at the end of the line: 'bad'
  export-top: skipped 1 line without a count
