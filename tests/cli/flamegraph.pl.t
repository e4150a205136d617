SPDX-License-Identifier: MIT

# bgcolors
needs: flamegraph.pl

  $ for color in yellow blue green grey '#123456'; do
  > 	echo "a 100" | flamegraph.pl --bgcolors $color | grep -o 'stop-color="[^"]*"' | tr '\n' ' '
  > done
  stop-color="rgb(238,238,238)" stop-color="rgb(238,238,176)" stop-color="rgb(238,238,238)" stop-color="rgb(224,224,255)" stop-color="rgb(238,242,238)" stop-color="rgb(224,255,224)" stop-color="rgb(248,248,248)" stop-color="rgb(232,232,232)" stop-color="rgb(18,52,86)" stop-color="rgb(18,52,86)"\x20 (esc) (no-eol)
  $ echo
   (esc)
  $ echo "a 100" | flamegraph.pl --bgcolors '#12345'
  [255]
  $ cat err
  flamegraph.pl: option '--bgcolors' cannot take '#12345': it is yellow, blue, green, grey, or # and six hexadecimal digits
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]

# chain
needs: flamegraph.pl

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }
  $ flamegraph.pl --colors chain --countname x $FIXTURES/flamegraph/wakeups.folded >svg
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (74 x, 100%)
  -- (2 x, 2.70%)
  client (67 x, 90.54%)
  server (5 x, 6.76%)
  lost (2 x, 2.70%)
  connect (7 x, 9.46%)
  send (60 x, 81.08%)
  -- (5 x, 6.76%)
  -- (2 x, 2.70%)
  -- (7 x, 9.46%)
  poll (60 x, 81.08%)
  client (5 x, 6.76%)
  resolver (7 x, 9.46%)
  -- (60 x, 81.08%)
  send (5 x, 6.76%)
  answer (7 x, 9.46%)
  server (30 x, 40.54%)
  reply (30 x, 40.54%)
  write (30 x, 40.54%)
  -- (12 x, 16.22%)
  disk_irq (12 x, 16.22%)
  done (12 x, 16.22%)
  $ colors svg | sort -u
  -- rgb(160,160,160)
  all rgb(90,90,213)
  answer rgb(109,219,219)
  client rgb(116,116,235)
  client rgb(61,175,175)
  connect rgb(127,127,244)
  disk_irq rgb(74,187,187)
  done rgb(63,177,177)
  lost rgb(81,81,206)
  poll rgb(107,107,227)
  reply rgb(104,215,215)
  resolver rgb(97,208,208)
  send rgb(87,87,211)
  send rgb(92,204,204)
  server rgb(110,110,230)
  server rgb(55,170,170)
  write rgb(52,167,167)

# colors
needs: flamegraph.pl

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

A palette nobody knows is black, and so are those that came later.

  $ for palette in hot mem io red green blue yellow purple aqua orange wakeup nosuch rust python; do
  > 	echo "std::x 250" | flamegraph.pl --colors $palette >svg
  > 	echo $palette $(colors svg | sed -n 2p)
  > done
  hot std::x rgb(250,210,50)
  mem std::x rgb(0,235,192)
  io std::x rgb(134,134,240)
  red std::x rgb(250,123,123)
  green std::x rgb(104,250,104)
  blue std::x rgb(134,134,250)
  yellow std::x rgb(225,225,68)
  purple std::x rgb(249,134,249)
  aqua std::x rgb(104,215,215)
  orange std::x rgb(249,149,0)
  wakeup std::x rgb(104,215,215)
  nosuch std::x rgb(0,0,0)
  rust std::x rgb(0,0,0)
  python std::x rgb(0,0,0)
  $ for palette in java js perl; do
  > 	flamegraph.pl --colors $palette $FIXTURES/flamegraph/names.folded >svg
  > 	echo $palette
  > 	colors svg | sort -u
  > done
  java
   rgb(202,202,60)
   rgb(209,63,63)
  &apos;e&apos; rgb(202,53,53)
  &lt;built-in method len&gt; rgb(212,68,68)
  &lt;c&gt; rgb(233,99,99)
  &quot;d&quot; rgb(225,87,87)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(226,88,88)
  ::put rgb(102,247,102)
  Ljava/util/HashMap rgb(80,227,80)
  Perl_runops_standard rgb(207,61,61)
  [unknown] rgb(205,105,0)
  a &amp; b rgb(243,113,113)
  all rgb(209,63,63)
  app::main rgb(192,192,56)
  app`std::thread::spawn rgb(200,200,59)
  core::fmt::write rgb(193,193,56)
  do_syscall_64 rgb(204,104,0)
  emoji😀 rgb(254,128,128)
  empty rgb(252,125,125)
  gap rgb(247,118,118)
  handler /srv/app/node_modules/x/index.js rgb(209,64,64)
  idle rgb(237,104,104)
  java rgb(209,63,63)
  kernel rgb(219,78,78)
  main::loop rgb(212,212,63)
  naïve rgb(213,70,70)
  node rgb(235,101,101)
  org/acme/Main:.run rgb(99,210,210)
  perl rgb(253,127,127)
  python rgb(205,57,57)
  render /srv/app/view.js rgb(205,57,57)
  rust rgb(226,88,88)
  try_to_wake_up rgb(248,120,120)
  vfs_read rgb(223,123,0)
  waker rgb(236,102,102)
  日本語 rgb(253,127,127)
  js
   rgb(202,202,60)
   rgb(209,63,63)
  &apos;e&apos; rgb(202,53,53)
  &lt;built-in method len&gt; rgb(212,68,68)
  &lt;c&gt; rgb(233,99,99)
  &quot;d&quot; rgb(225,87,87)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(226,88,88)
  ::put rgb(102,212,212)
  Ljava/util/HashMap rgb(227,90,90)
  Perl_runops_standard rgb(207,61,61)
  [unknown] rgb(205,105,0)
  a &amp; b rgb(243,113,113)
  all rgb(209,63,63)
  app::main rgb(192,192,56)
  app`std::thread::spawn rgb(200,200,59)
  core::fmt::write rgb(193,193,56)
  do_syscall_64 rgb(204,104,0)
  emoji😀 rgb(254,128,128)
  empty rgb(252,125,125)
  gap rgb(247,118,118)
  handler /srv/app/node_modules/x/index.js rgb(60,209,60)
  idle rgb(237,104,104)
  java rgb(209,63,63)
  kernel rgb(219,78,78)
  main::loop rgb(212,212,63)
  naïve rgb(213,70,70)
  node rgb(235,101,101)
  org/acme/Main:.run rgb(99,210,210)
  perl rgb(253,127,127)
  python rgb(205,57,57)
  render /srv/app/view.js rgb(55,205,55)
  rust rgb(226,88,88)
  try_to_wake_up rgb(248,120,120)
  vfs_read rgb(223,123,0)
  waker rgb(236,102,102)
  日本語 rgb(253,127,127)
  perl
   rgb(202,202,60)
   rgb(209,63,63)
  &apos;e&apos; rgb(202,53,53)
  &lt;built-in method len&gt; rgb(212,68,68)
  &lt;c&gt; rgb(233,99,99)
  &quot;d&quot; rgb(225,87,87)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(226,88,88)
  ::put rgb(222,222,67)
  Ljava/util/HashMap rgb(227,90,90)
  Perl_runops_standard rgb(58,207,58)
  [unknown] rgb(205,105,0)
  a &amp; b rgb(243,113,113)
  all rgb(209,63,63)
  app::main rgb(192,192,56)
  app`std::thread::spawn rgb(200,200,59)
  core::fmt::write rgb(193,193,56)
  do_syscall_64 rgb(204,104,0)
  emoji😀 rgb(254,128,128)
  empty rgb(252,125,125)
  gap rgb(247,118,118)
  handler /srv/app/node_modules/x/index.js rgb(209,64,64)
  idle rgb(237,104,104)
  java rgb(209,63,63)
  kernel rgb(219,78,78)
  main::loop rgb(212,212,63)
  naïve rgb(213,70,70)
  node rgb(235,101,101)
  org/acme/Main:.run rgb(245,116,116)
  perl rgb(253,127,127)
  python rgb(205,57,57)
  render /srv/app/view.js rgb(205,57,57)
  rust rgb(226,88,88)
  try_to_wake_up rgb(248,120,120)
  vfs_read rgb(223,123,0)
  waker rgb(236,102,102)
  日本語 rgb(253,127,127)
  $ cat err
  flamegraph.pl: Stack count is low (63). Did something go wrong?
  flamegraph.pl: Stack count is low (63). Did something go wrong?
  flamegraph.pl: Stack count is low (63). Did something go wrong?

# cp
needs: flamegraph.pl

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Any text is kept; what is no colour is not drawn.

  $ printf 'a->rgb( 1, 2 ,3 )\nb->x->rgb(9,9,9)\nc->#0a0b0c\nd\n' >palette.map
  $ printf 'a;b;c;d;e 100\n' | flamegraph.pl --cp >svg
  $ colors svg
  all rgb(213,39,9)
  a rgb(1,2,3)
  b\x20 (esc)
  c rgb(10,11,12)
  d\x20 (esc)
  e rgb(211,28,6)
  $ cat palette.map
  ->rgb(213,39,9)
  a->rgb( 1, 2 ,3 )
  b->x
  c->#0a0b0c
  d->
  e->rgb(211,28,6)

# defaults
needs: flamegraph.pl
Fixed width, Verdana, every frame an element.

  $ printf 'a;b 1\nc 4000\n' | flamegraph.pl >svg
  $ grep -o 'font-family:[^;]*' svg
  font-family:"Verdana"
  $ grep -o '"fluid":.*' svg
  "fluid":false,
  $ grep -o '"truncate":.*' svg
  "truncate":"right",
  $ grep -c '<path ' svg
  0
  [1]
  $ grep -o '<rect[^>]*><title>[^<]*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4,001 samples, 100%)
  <rect width="262" height="15" class="c1"><title>a (1 samples, 0.02%)
  <rect x="262" width="1048314" height="15" class="c3"><title>c (4,000 samples, 99.98%)
  <rect width="262" height="15" class="c2"><title>b (1 samples, 0.02%)

# differential
needs: flamegraph.pl

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

A frame has the difference of the first line it ends.

  $ printf 'a;b 10 20\na;b 10 5\na;c 5 5\na;d 0 70\na;e 40 10\n' >in
  $ flamegraph.pl in >svg
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (110 samples, 100%)
  a (110 samples, 100.00%; 0.00%)
  b (25 samples, 22.73%; +9.09%)
  c (5 samples, 4.55%; 0.00%)
  d (70 samples, 63.64%; +63.64%)
  e (10 samples, 9.09%; -27.27%)
  $ colors svg
  all rgb(255,255,255)
  a rgb(255,255,255)
  b rgb(255,180,180)
  c rgb(255,255,255)
  d rgb(255,0,0)
  e rgb(120,120,255)
  $ flamegraph.pl --negate in >svg
  $ grep -o '<title>[^<]*' svg | cut -c8- | sed -n '$p'
  e (10 samples, 9.09%; +27.27%)
  $ colors svg | sed -n '$p'
  e rgb(255,120,120)

# empty
needs: flamegraph.pl
What automation looks for.

  $ flamegraph.pl </dev/null
  <?xml version="1.0" standalone="no"?>
  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
  <svg version="1.1" width="1200" height="60" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <text text-anchor="middle" x="600" y="24" font-size="12" font-family="Verdana">ERROR: No valid input provided to flamegraph.pl.</text>
  </svg>
  [2]
  $ echo $?
  2
  $ flamegraph.pl nosuch >svg
  [2]
  $ cat err
  flamegraph.pl: ERROR: No stack counts found
  flamegraph.pl: Can't open nosuch: No such file or directory
  flamegraph.pl: ERROR: No stack counts found

# factor
needs: flamegraph.pl
Halves go to the even number.

  $ printf 'a 1\nb 3\nc 5\n' | flamegraph.pl --countname x --factor 0.5 | grep -o '<title>[^<]*' | cut -c8-
  all (4 x, 100%)
  a (0 x, 0.00%)
  b (2 x, 44.44%)
  c (2 x, 44.44%)
  $ echo "a 1" | flamegraph.pl --factor 0
  [255]
  $ echo $?
  255
  $ cat err
  flamegraph.pl: option '--factor' cannot take '0': it is a number above 0 such as 1000, 0.25 or 1e-3
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]

# flamechart
needs: flamegraph.pl
In the order of the input, from left to right.

  $ flamegraph.pl --flamechart --countname x $FIXTURES/flamegraph/chart.folded | grep -e 'id="title"' -e '<title>' | sed -e 's/<g.*//' -e 's/.*<title>//' -e 's/<.title>.*//'
  <text id="title" x="50%" y="24">Flame Chart</text>
  all (37 x, 100%)
  boot (31 x, 83.78%)
  ready (3 x, 8.11%)
  boot (3 x, 8.11%)
  init (12 x, 32.43%)
  load (19 x, 51.35%)
  load (2 x, 5.41%)
  stop (1 x, 2.70%)
  net (4 x, 10.81%)
  disk (9 x, 24.32%)
  net (6 x, 16.22%)
  net (2 x, 5.41%)

# guide
needs: flamegraph.pl stackcollapse-perf.pl
What guides say.

  $ stackcollapse-perf.pl $FIXTURES/perf/rust-fp.txt >out.folded
  $ flamegraph.pl out.folded >x.svg && grep -c '<rect' x.svg
  39
  $ flamegraph.pl --inverted out.folded >x.svg && grep -o 'id="title".*' x.svg
  id="title" x="50%" y="24">Icicle Graph</text>
  $ cat $FIXTURES/perf/rust-fp.txt | stackcollapse-perf.pl | flamegraph.pl >x.svg
  $ grep -o 'total_samples="[^"]*"' x.svg
  total_samples="50100200"
  $ flamegraph.pl --color=java --hash --title="CPU" --width=1600 <out.folded | grep -o ' width="1600"'
   width="1600"
  $ flamegraph.pl --colors=mem --countname=bytes --nametype=Site: out.folded | grep -o '"nametype":.*'
  "nametype":"Site:",

# hash
needs: flamegraph.pl

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }
  $ printf 'readable 100\nété 100\n' | flamegraph.pl --hash >svg
  $ colors svg
  all rgb(255,230,55)
  readable rgb(241,184,40)
  été rgb(239,159,38)
  $ printf 'readable 100\nété 100\n' | flamegraph.pl --hash --random | cmp - svg

# help
Like the script, its name has no --help: the options are told on stderr, and the exit code is 255.

  $ for option in --help -h --nosuch; do
  > 	flamegraph.pl $option 2>said
  > 	echo "exit $?"
  > 	head -n 7 said
  > done
  exit 255
  flamegraph.pl - folded stacks to an interactive flame graph
   (esc)
  usage: flamegraph.pl [OPTION...] [FILE...]
   (esc)
  Texts:
        --title TEXT          Title, instead of 'Flame Graph', 'Icicle Graph' or
                              'Flame Chart'
  exit 255
  flamegraph.pl - folded stacks to an interactive flame graph
   (esc)
  usage: flamegraph.pl [OPTION...] [FILE...]
   (esc)
  Texts:
        --title TEXT          Title, instead of 'Flame Graph', 'Icicle Graph' or
                              'Flame Chart'
  exit 255
  flamegraph.pl: option '--nosuch' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  $ stackcollapse-perf.pl --help 2>said
  [255]
  $ echo "exit $?"
  exit 255
  $ cat said
  stackcollapse-perf.pl - folded stacks from perf.data, or from the output of perf script
   (esc)
  usage: stackcollapse-perf.pl [OPTION...] [FILE...]
   (esc)
  Names:
        --pid                 Name the process COMM-PID
        --tid                 Name the process COMM-PID/TID
        --kernel              Mark kernel functions with _[k]
        --jit                 Mark functions of just-in-time compilers with _[j]
        --all                 All of these marks
        --addrs               Show the address where the function is not known
        --inline              Look up inlined functions in the debugging
                              information of the programs
        --no-inline           Show no inlined functions of a recording
        --context             With --inline, also show file and line
        --srcline             Show the source lines that perf script -F +srcline
                              printed
   (esc)
  Symbols of recordings:
        --symfs DIR           Look for programs, libraries and their symbols below
                              DIR
        --debug-dir DIR       Look for files of the recorded build IDs in DIR,
                              too; may be repeated
        --debuginfod          Download missing symbols from the servers of
                              DEBUGINFOD_URLS
        --trust-files         Use files whose build ID was not recorded, even if
                              they were changed since
        --kallsyms FILE       Take the kernel's symbols from FILE instead of
                              /proc/kallsyms
        --vmlinux FILE        Take the kernel's symbols from this ELF file
   (esc)
  Selection:
        --event-filter EVENT  Keep samples of EVENT instead of those of the first
                              event seen
  $ stackcollapse-perf.pl -h 2>said
  [255]
  $ echo "exit $?"
  exit 255
  $ head -n 1 said
  stackcollapse-perf.pl - folded stacks from perf.data, or from the output of perf script

# huge
needs: flamegraph.pl
Displayed counts are doubles; sums are not.

  $ printf 'a 239807672958951499\nb 129127208516546613\n' | flamegraph.pl | grep -o '<title>[^<]*' | cut -c8-
  all (368,934,881,475,498,112 samples, 100%)
  a (239,807,672,958,951,488 samples, 65.00%)
  b (129,127,208,516,546,608 samples, 35.00%)
  $ printf 'a 18446744073709551615\nb 1\n' | flamegraph.pl
  [1]
  $ cat err
  flamegraph.pl: the sum of the counts is beyond 2^64-1

# inverted-subtitle
needs: flamegraph.pl
The details line is below, the subtitle's room too.

  $ echo "a 100" | flamegraph.pl --inverted --subtitle S >svg
  $ grep -o '<text id="[a-z]*itle"[^>]*>' svg
  <text id="title" x="50%" y="24">
  <text id="subtitle" x="50%" y="48">
  $ grep -o '<text id="details"[^>]*>' svg
  <text id="details" x="10" y="109">
  $ grep -o '<svg version[^>]*' svg | grep -o 'height="[0-9.]*"'
  height="126"

# lines
needs: flamegraph.pl
One blank separates, of any kind; comments are stacks; CRLF spoils a line; counts may have decimals.

  $ printf 'a;b  5\na;b\t6\n  c 7\n# d 8\ne 9\r\n 10\nf;; 11\ng 0.5\nh 3 4\nno count\n' | flamegraph.pl | grep -o '<title>[^<]*' | cut -c8-
  all (52 samples, 100%)
    c (7 samples, 13.59%)
  # d (8 samples, 15.53%)
  a (11 samples, 21.36%)
  f (11 samples, 21.36%)
  g (0 samples, 0.00%)
  h (4 samples, 7.77%; +1.94%)
  b (6 samples, 11.65%)
  b  (5 samples, 9.71%)
  $ cat err
  flamegraph.pl: standard input:5: no count at the end of the line: 'e 9?'
  flamegraph.pl: standard input:10: no count at the end of the line: 'no count'
  flamegraph.pl: Ignored 2 lines with invalid format
  flamegraph.pl: Stack count is low (52). Did something go wrong?

# minwidth
needs: flamegraph.pl
The root has no privilege.

  $ echo "a 250" | flamegraph.pl --minwidth 100% --total 400 >svg
  $ grep -c '<title>' svg
  0
  [1]
  $ grep -o '<svg version[^>]*' svg | grep -o 'height="[0-9.]*"'
  height="86"
  $ printf 'a;b 1\na 99\n' | flamegraph.pl --minwidth 2% | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  a (100 samples, 100.00%)
  $ printf 'a;b 1\na 99\n' | flamegraph.pl --minwidth 12 | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  a (100 samples, 100.00%)
  $ echo "a 1" | flamegraph.pl --minwidth abc
  [255]
  $ echo $?
  255
  $ cat err
  flamegraph.pl: option '--minwidth' cannot take 'abc': it is a number of pixels, or a percentage such as 0.5%
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]

# missing-file
needs: flamegraph.pl

  $ echo "a 100" >in
  $ flamegraph.pl nosuch in | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  a (100 samples, 100.00%)
  $ cat err
  flamegraph.pl: Can't open nosuch: No such file or directory

# nameattr
needs: flamegraph.pl
The last line of a name counts; an empty title is none; a_extra needs a link.

  $ printf '\ttitle=whole\na\tid=x\na\tclass=y\tg_extra=data-k=1\tonclick=z\nb\ttitle=0\ta_extra=rel=r\nc\thref=u\ta_extra=rel=r\n' >attrs
  $ printf 'a;b;c 100\n' | flamegraph.pl --nameattr attrs | grep -o '.*<title>.*'
  <rect width="1048576" height="15" class="c0"><title>whole</title></rect>
  <g class="y" data-k="1"><rect width="1048576" height="15" class="c1"><title>a (100 samples, 100.00%)</title></rect></g>
  <rect width="1048576" height="15" class="c2"><title>b (100 samples, 100.00%)</title></rect>
  <a xlink:href="u" rel="r" target="_top"><rect width="1048576" height="15" class="c3"><title>c (100 samples, 100.00%)</title></rect></a>
  $ echo "a 100" | flamegraph.pl --nameattr nosuch
  [2]
  $ echo $?
  2
  $ echo "no tab" >attrs
  $ echo "a 100" | flamegraph.pl --nameattr attrs
  [2]
  $ cat err
  flamegraph.pl: attrs:3: not a known key, left out: 'onclick'
  flamegraph.pl: Can't open nosuch: No such file or directory
  flamegraph.pl: attrs:1: no tab after the name

# notes
needs: flamegraph.pl

  $ echo "a 100" | flamegraph.pl --notes 'plain -- text' | grep -o '<!--.*'
  <!-- plain - - text -->
  $ echo "a 100" | flamegraph.pl --notes 'a<b'
  [255]
  $ echo $?
  255
  $ cat err
  flamegraph.pl: notes may not contain < or >

# random
needs: flamegraph.pl

  $ echo "a 100" | flamegraph.pl --random | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  a (100 samples, 100.00%)

# reverse
needs: flamegraph.pl

  $ printf 'a;b;c 100\nx;b;c 50\n' | flamegraph.pl --reverse | grep -o '<title>[^<]*' | cut -c8-
  all (150 samples, 100%)
  c (150 samples, 100.00%)
  b (150 samples, 100.00%)
  a (100 samples, 66.67%)
  x (50 samples, 33.33%)

# safe
needs: flamegraph.pl xmllint
Safety wins over imitation: texts stay texts.

  $ echo '<b>&"x 100' | flamegraph.pl --title '<i>&' --subtitle ']]>' --countname '<c>' --nametype '</script>' --fonttype '"}' >svg
  $ xmllint --noout svg && grep -o '<title>[^<]*' svg | cut -c8-
  all (100 &lt;c&gt;, 100%)
  &lt;b&gt;&amp;&quot;x (100 &lt;c&gt;, 100.00%)
  $ grep -o 'id="[a-z]*title".*' svg
  id="title" x="50%" y="24">&lt;i&gt;&amp;</text>
  id="subtitle" x="50%" y="48">]]&gt;</text>

# sorting
needs: flamegraph.pl
Whole lines are sorted: what is no neighbour then stays apart.

  $ printf 'a;b;c 1\na;b#x 1\na;b 1\na;b 10\na;b 9\n' | flamegraph.pl --countname x | grep -o '<title>[^<]*' | cut -c8-
  all (22 x, 100%)
  a (22 x, 100.00%)
  b (20 x, 90.91%)
  b#x (1 x, 4.55%)
  b (1 x, 4.55%)
  c (1 x, 4.55%)

# total
needs: flamegraph.pl

  $ printf 'a 300\n' >in
  $ flamegraph.pl --total 600 in | grep -o '<title>[^<]*' | cut -c8-
  all (600 samples, 100%)
  a (300 samples, 50.00%)
  $ flamegraph.pl --total 2 in | grep -o '<title>[^<]*' | cut -c8-
  all (300 samples, 100%)
  a (300 samples, 100.00%)
  $ flamegraph.pl --total abc in | grep -o '<title>[^<]*' | cut -c8-
  all (300 samples, 100%)
  a (300 samples, 100.00%)
  $ cat err
  flamegraph.pl: --total is less than the sum of the counts: it is ignored

# utf8
needs: flamegraph.pl
A line that is not UTF-8 is left out.

  $ printf 'a;\377 100\nb;é 100\n' | flamegraph.pl | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  b (100 samples, 100.00%)
  é (100 samples, 100.00%)
  $ cat err
  flamegraph.pl: standard input:1: not UTF-8: 'a;? 100'
  flamegraph.pl: Ignored 1 lines with invalid format

# width
of any width: no frame is narrower than nothing, and the picture is whole

  $ printf 'a;b 60\na;c;d 30\ne 10\n' >in
  $ for width in 1 +9 20 21 30 049 50; do
  > 	flamegraph.pl --width "$width" in >svg && echo "$width: exit 0"
  > 	grep -o '<svg version.*viewBox="[^"]*"' svg | grep -o 'width.*'
  > 	grep -o '<svg id="frames".* viewBox="[^"]*"' svg
  > 	grep -c '<title>' svg
  > 	grep -c '="-' svg
  > 	tail -n 1 svg
  > done
  1: exit 0
  width="1" height="134" viewBox="0 0 1 134"
  <svg id="frames" x="10" y="36" width="1" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  +9: exit 0
  width="9" height="134" viewBox="0 0 9 134"
  <svg id="frames" x="10" y="36" width="1" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  20: exit 0
  width="20" height="134" viewBox="0 0 20 134"
  <svg id="frames" x="10" y="36" width="1" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  21: exit 0
  width="21" height="134" viewBox="0 0 21 134"
  <svg id="frames" x="10" y="36" width="1" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  30: exit 0
  width="30" height="134" viewBox="0 0 30 134"
  <svg id="frames" x="10" y="36" width="10" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  049: exit 0
  width="49" height="134" viewBox="0 0 49 134"
  <svg id="frames" x="10" y="36" width="29" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  50: exit 0
  width="50" height="134" viewBox="0 0 50 134"
  <svg id="frames" x="10" y="36" width="30" height="64" viewBox="0 0 1048576 64"
  6
  0
  </svg>
  $ for width in 0 -30 30.5 30px ''; do
  > 	flamegraph.pl --width "$width" in || echo "exit $?"
  > done
  exit 255
  exit 255
  exit 255
  exit 255
  exit 255
  $ cat err
  flamegraph.pl: option '--width' needs a whole number from 1 to 1000000, not '0'
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl: option '--width' needs a whole number from 1 to 1000000, not '-30'
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl: option '--width' needs a whole number from 1 to 1000000, not '30.5'
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl: option '--width' needs a whole number from 1 to 1000000, not '30px'
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl: option '--width' needs a whole number from 1 to 1000000, not ''
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]

# words
needs: flamegraph.pl
Long options with one dash or two, in any case, shortened, behind file names.

  $ echo "only 250" >in
  $ flamegraph.pl in -Titl X -COLO=blue --ha -bg=blue -countn ms >svg
  $ grep -o 'id="title".*' svg
  id="title" x="50%" y="24">X</text>
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (250 ms, 100%)
  only (250 ms, 100.00%)
  $ grep -o 'stop-color="[^"]*"' svg
  stop-color="rgb(238,238,238)"
  stop-color="rgb(224,224,255)"
  $ flamegraph.pl --h in
  [255]
  $ echo $?
  255
  $ flamegraph.pl --nosuch in
  [255]
  $ echo $?
  255
  $ flamegraph.pl --help
  [255]
  $ echo $?
  255
  $ flamegraph.pl --width abc in
  [255]
  $ echo $?
  255
  $ flamegraph.pl --search-color '#ffffff' in
  [255]
  $ echo $?
  255
  $ cat err
  flamegraph.pl: option '--h' is ambiguous
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl: option '--nosuch' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl - folded stacks to an interactive flame graph
   (esc)
  usage: flamegraph.pl [OPTION...] [FILE...]
   (esc)
  Texts:
        --title TEXT          Title, instead of 'Flame Graph', 'Icicle Graph' or
                              'Flame Chart'
        --subtitle TEXT       Second line of the title
        --countname TEXT      The unit of the counts, 'samples' by default
        --nametype TEXT       The text before a frame's name below the graph,
                              'Function:' by default
        --notes TEXT          A comment in the file, not shown
        --encoding NAME       Name the encoding in the XML declaration; it is
                              UTF-8, whatever NAME is
        --factor NUMBER       Multiply the counts that are shown by this number
        --nameattr FILE       Read titles, links and attributes of frames from
                              FILE
   (esc)
  Size:
        --width PIXELS        Width of the picture, 1200 by default
        --height PIXELS       Height of a frame, 16 by default
        --minwidth WIDTH      Leave out frames narrower than this many pixels, or
                              this percentage of the whole with %; 0.1 by default
        --fonttype FONT       Font family, or several by commas; monospace by
                              default
        --fontsize PIXELS     Font size, 12 by default
        --fontwidth RATIO     Average width of a character, relative to the font
                              size; 0.59 by default
   (esc)
  Colours:
        --colors PALETTE      Colours of the frames
        --bgcolors COLOR      Background: yellow, blue, green, grey or #rrggbb;
                              the palette has a default
        --hash                Give similar colours to names with similar
                              beginnings and ends
        --random              Pick random colours, different in every run
        --cp                  Keep the colours of names between pictures, in the
                              file palette.map
        --negate              Exchange the colours that more and less have in a
                              differential
   (esc)
  Shape:
    -i, --inverted            Draw an icicle graph: the root on top
        --reverse             Merge stacks from their leaves, to see the callers
                              of hot functions
        --flamechart          Draw stacks in the order of the input, as time goes
                              by, not merged by name
        --total COUNT         The count of the whole width, if the profile has
                              less
  flamegraph.pl: option '--width' needs a whole number from 1 to 1000000, not 'abc'
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph.pl: option '--search-color' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
