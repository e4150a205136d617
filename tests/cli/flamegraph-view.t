SPDX-License-Identifier: MIT

# color

  $ printf 'a;b 1\n' | flamegraph-view --color 256
  \x1b[38;5;231;48;5;160m▏all (1 samples, 100%)                                                          \x1b[0m (esc)
  \x1b[38;5;16;48;5;208m▏a 100.00%                                                                      \x1b[0m (esc)
  \x1b[38;5;16;48;5;172m▏b 100.00%                                                                      \x1b[0m (esc)
  2 of 2 frames shown

# last-snapshot
Without a terminal the last snapshot of a live view is shown.

  $ snapshot() { printf '# flambeau: snapshot=%d\n# flambeau: unit=ns\n@state=blocked;a;b %d\n# flambeau: end=%d\n' $1 $2 $1; }
  $ { snapshot 1 100; snapshot 2 250; printf '# flambeau: snapshot=3\na 7\n'; } | flamegraph-view | cut -c1-20
  |all (250 ns, 100%)_
  |a 100.00%__________
  |b 100.00%__________
  2 of 2 frames shown
  $ { snapshot 1 100; snapshot 2 250; } >live.folded; flamegraph-view <live.folded | cut -c1-20
  |all (250 ns, 100%)_
  |a 100.00%__________
  |b 100.00%__________
  2 of 2 frames shown
  $ cat err
  flamegraph-view: standard input: the last snapshot is cut, the one before it is used

# keys

  $ flamegraph-view --keys
  1          the flame graph
  2          sandwich: callers above a function, callees below
  3          table of functions
  t          samples over time, and back; @time labels
  Arrows     from frame to frame, from row to row
  PgUp PgDn  a screen up or down
  Home End   to the root, to a leaf; first and last row
  Enter      zoom the frame; in the table: sandwich of the function
  0          the whole width again
  Esc        one step back
  /          search, by regular expression
  n          next match
  N          previous match
  Tab        search: any case, or as typed
  f          focus: callers and callees of the function
  h          hide the function, keep what it calls
  x          leave out stacks with the function
  r          leaf first, or root first
  u          fold recursion, or unfold it
  o          order: by name or width; the table's columns
  i          root on top, or at the bottom
  b          compared: widths of after, before, both
  c          copy the name (OSC 52)
  C          copy the whole stack
  w          write the view: SVG, HTML, folded
  Space      live: pause, go on; over time: begin and end of a range
  d          live: compare with this moment, or no longer
  Ctrl-L     draw the screen again
  ?          this list
  q          quit
  Mouse      click: select, again: zoom or mark; wheel: scroll

# no-counts

  $ echo 'a;b 0' | flamegraph-view
  [1]
  $ cat err
  flamegraph-view: no counts in the input

# no-file

  $ flamegraph-view /nonexistent
  [1]
  $ cat err
  flamegraph-view: /nonexistent: No such file or directory

# other-format

  $ cp "$FIXTURES/gdb/threads.txt" . && flamegraph-view threads.txt
  |all (14 samples, 100%)_________________________________________________________
  |clone3 85.71%______________________________________________________|main 14.29%
  |start_thread 85.71%________________________________________________|___pthrea..
  |run 85.71%_________________________________________________________|__pthread..
  |__GI___n..|do_io_____|locked 28.57%_________|rec 14.29%_|touch_____|__GI___fu..
  |__GI___c..|_IO..|_I..|___pthrea..|rec 14.29%|rec 14.29%_|__GI___l..|__futex_a..
             |__G..|__..|lll_mutex..|rec 14.29%|rec 14.29%_|_int_mal..|__futex_a..
             |__G..|_I..|__GI___ll..|rec 14.29%|rec 14.29%_
             |__G..|__..|futex_wait_|rec 14.29%|rec 14.29%_
             |_IO..|__..            |rec 14.29%|rec 14.29%_
             |__G..                            |rec 14.29%_
             |__G..                            |rec 14.29%_
                                               |rec 14.29%_
                                               |rec 14.29%_
                                               |rec 14.29%_
  48 of 48 frames shown
  $ cat err
  collapse-guess: threads.txt looks like gdb

# other-format-quiet

  $ flamegraph-view -q "$FIXTURES/gdb/threads.txt"
  |all (14 samples, 100%)_________________________________________________________
  |clone3 85.71%______________________________________________________|main 14.29%
  |start_thread 85.71%________________________________________________|___pthrea..
  |run 85.71%_________________________________________________________|__pthread..
  |__GI___n..|do_io_____|locked 28.57%_________|rec 14.29%_|touch_____|__GI___fu..
  |__GI___c..|_IO..|_I..|___pthrea..|rec 14.29%|rec 14.29%_|__GI___l..|__futex_a..
             |__G..|__..|lll_mutex..|rec 14.29%|rec 14.29%_|_int_mal..|__futex_a..
             |__G..|_I..|__GI___ll..|rec 14.29%|rec 14.29%_
             |__G..|__..|futex_wait_|rec 14.29%|rec 14.29%_
             |_IO..|__..            |rec 14.29%|rec 14.29%_
             |__G..                            |rec 14.29%_
             |__G..                            |rec 14.29%_
                                               |rec 14.29%_
                                               |rec 14.29%_
                                               |rec 14.29%_
  48 of 48 frames shown

# output

  $ printf 'a;b 1\n' | flamegraph-view -o out.txt && cat out.txt
  |all (1 samples, 100%)__________________________________________________________
  |a 100.00%______________________________________________________________________
  |b 100.00%______________________________________________________________________
  2 of 2 frames shown

# pipe

  $ printf '%s\n' 'main;a 1' 'main;b 2' | flamegraph-view
  |all (3 samples, 100%)__________________________________________________________
  |main 100.00%___________________________________________________________________
  |a 33.33%_________________|b 66.67%_____________________________________________
  3 of 3 frames shown

# pipe-broken-line

  $ printf '%s\n' 'main;a 1' broken 'main;b 2' | flamegraph-view
  |all (3 samples, 100%)__________________________________________________________
  |main 100.00%___________________________________________________________________
  |a 33.33%_________________|b 66.67%_____________________________________________
  3 of 3 frames shown
  $ cat err
  flamegraph-view: standard input:2: no count at the end of the line: 'broken'
  flamegraph-view: skipped 1 line without a count

# pipe-other
needs: gzip

  $ cat "$FIXTURES/perf/cxx-fp.txt" | flamegraph-view >a
  $ collapse-perf "$FIXTURES/perf/cxx-fp.txt" | flamegraph-view | cmp a - && echo same
  same
  $ gzip -c "$FIXTURES/perf/cxx-fp.txt" | flamegraph-view | cmp a - && echo same
  same
  $ cat err
  collapse-guess: standard input looks like perf
  collapse-guess: standard input looks like perf

# prints-without-terminal

  $ flamegraph-view "$FIXTURES/folded/plain.folded"
  |all (1,042 samples, 100%)______________________________________________________
  |server 40.69%__________________|worker 2 59.31%________________________________
  |main 40.40%____________________|start_thread 59.31%____________________________
   |accept_loop 39.16%____________|compress 59.31%________________________________
      |handle_request 35.32%______|deflate_slow 57.29%__________________________|_
      |parse_header_|read..|writ..                |longest_match 37.14%_________
           |memchr__|__|s..|sys_..
                           |tcp_..
  18 of 19 frames shown, 1 too narrow

# three-files

  $ flamegraph-view a b c
  [2]
  $ cat err
  flamegraph-view: more than two files: 'c'; two are compared; use collapse-filter to add up more

# two-files

  $ flamegraph-view "$FIXTURES/diff/before.folded" "$FIXTURES/diff/after.folded"
  -all (176 samples, was 193: -17, x0.91, 100%)___________________________________
  -main 100.00% -17_______________________________________________________________
  +handle 68.18% +35____________________________________-idle 25.57% -45_____+jit_
  +__+parse 39.77% +40_______________-render 23.86% -13_-poll 25.57% -45_____+0x..
  +__+read_token 39.77% +40__________              +es..                     +_+__
                                |ma..
  15 of 15 frames shown
  -less  |same  +more  6 vanished, 6 new
  all: 193 samples -> 176 samples (-8.8 %)
  Largest change: +40, +24.23 points in read_token

# wrong-input

  $ echo 'no stacks here' | flamegraph-view
  [1]
  $ cat err
  collapse-guess: no format recognised; collapse-guess --list names the formats
  flamegraph-view: no stacks in the input
