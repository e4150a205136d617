SPDX-License-Identifier: MIT

# base
needs: inferno-flamegraph
Neither a leaf nor a root, and only where lines are sorted.

  $ printf 'r;x;a 1\nr;x;b;y;c 2\nx;d 3\nr;y 4\n' >in
  $ inferno-flamegraph --hash --base x --base y in | grep -o '<title>[^<]*' | cut -c8-
  all (3 samples, 100%)
  x (1 samples, 33.33%)
  y (2 samples, 66.67%)
  a (1 samples, 33.33%)
  c (2 samples, 66.67%)
  $ inferno-flamegraph --hash --base x --reverse in | grep -o '<title>[^<]*' | cut -c8-
  all (10 samples, 100%)
  a (1 samples, 10.00%)
  c (2 samples, 20.00%)
  d (3 samples, 30.00%)
  y (4 samples, 40.00%)
  x (1 samples, 10.00%)
  y (2 samples, 20.00%)
  x (3 samples, 30.00%)
  r (4 samples, 40.00%)
  r (1 samples, 10.00%)
  b (2 samples, 20.00%)
  x (2 samples, 20.00%)
  r (2 samples, 20.00%)
  $ inferno-flamegraph --hash --base nosuch in | grep -o 'ERROR.*'
  ERROR: No valid input provided to flamegraph</text>
  $ cat err
  inferno-flamegraph: No stack counts found

# colors
needs: inferno-flamegraph

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

By lot, and the same lots every time, in the order in which frames close.

  $ printf 'a;b 1\na;c 2\nd 3\n' | inferno-flamegraph >svg
  $ colors svg
  all rgb(248,212,6)
  a rgb(217,0,24)
  d rgb(208,68,35)
  b rgb(227,0,7)
  c rgb(221,193,54)
  $ for palette in java js perl python rust; do
  > 	inferno-flamegraph --deterministic -c $palette $FIXTURES/flamegraph/names.folded >svg
  > 	echo $palette
  > 	colors svg | sort -u
  > done
  java
   rgb(178,178,51)
   rgb(243,113,113)
  &apos;e&apos; rgb(236,102,102)
  &lt;built-in method len&gt; rgb(243,113,113)
  &lt;c&gt; rgb(224,85,85)
  &quot;d&quot; rgb(245,116,116)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(59,209,59)
  ::put rgb(59,209,59)
  Ljava/util/HashMap rgb(74,222,74)
  Perl_runops_standard rgb(55,205,55)
  [unknown] rgb(213,113,0)
  a &amp; b rgb(224,85,85)
  all rgb(243,113,113)
  app::main rgb(194,194,56)
  app`std::thread::spawn rgb(205,205,60)
  core::fmt::write rgb(225,225,68)
  do_syscall_64 rgb(251,151,0)
  emoji😀 rgb(210,64,64)
  empty rgb(231,95,95)
  gap rgb(245,116,116)
  handler /srv/app/node_modules/x/index.js rgb(70,218,70)
  idle rgb(234,99,99)
  java rgb(232,97,97)
  kernel rgb(217,75,75)
  main::loop rgb(194,194,56)
  naïve rgb(206,59,59)
  node rgb(212,68,68)
  org/acme/Main:.run rgb(98,209,209)
  perl rgb(248,119,119)
  python rgb(217,75,75)
  render /srv/app/view.js rgb(95,241,95)
  rust rgb(241,109,109)
  try_to_wake_up rgb(246,117,117)
  vfs_read rgb(218,118,0)
  waker rgb(244,114,114)
  日本語 rgb(251,124,124)
  js
   rgb(178,178,51)
   rgb(243,113,113)
  &apos;e&apos; rgb(236,102,102)
  &lt;built-in method len&gt; rgb(243,113,113)
  &lt;c&gt; rgb(224,85,85)
  &quot;d&quot; rgb(245,116,116)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(209,63,63)
  ::put rgb(59,174,174)
  Ljava/util/HashMap rgb(222,82,82)
  Perl_runops_standard rgb(205,57,57)
  [unknown] rgb(213,113,0)
  a &amp; b rgb(224,85,85)
  all rgb(243,113,113)
  app::main rgb(194,194,56)
  app`std::thread::spawn rgb(205,205,60)
  core::fmt::write rgb(225,225,68)
  do_syscall_64 rgb(251,151,0)
  emoji😀 rgb(210,64,64)
  empty rgb(231,95,95)
  gap rgb(245,116,116)
  handler /srv/app/node_modules/x/index.js rgb(212,100,212)
  idle rgb(234,99,99)
  java rgb(232,97,97)
  kernel rgb(217,75,75)
  main::loop rgb(194,194,56)
  naïve rgb(206,59,59)
  node rgb(212,68,68)
  org/acme/Main:.run rgb(98,209,209)
  perl rgb(248,119,119)
  python rgb(217,75,75)
  render /srv/app/view.js rgb(95,241,95)
  rust rgb(241,109,109)
  try_to_wake_up rgb(246,117,117)
  vfs_read rgb(218,118,0)
  waker rgb(244,114,114)
  日本語 rgb(251,124,124)
  perl
   rgb(178,178,51)
   rgb(243,113,113)
  &apos;e&apos; rgb(236,102,102)
  &lt;built-in method len&gt; rgb(243,113,113)
  &lt;c&gt; rgb(224,85,85)
  &quot;d&quot; rgb(245,116,116)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(209,63,63)
  ::put rgb(184,184,53)
  Ljava/util/HashMap rgb(222,82,82)
  Perl_runops_standard rgb(55,205,55)
  [unknown] rgb(213,113,0)
  a &amp; b rgb(224,85,85)
  all rgb(243,113,113)
  app::main rgb(194,194,56)
  app`std::thread::spawn rgb(205,205,60)
  core::fmt::write rgb(225,225,68)
  do_syscall_64 rgb(251,151,0)
  emoji😀 rgb(210,64,64)
  empty rgb(231,95,95)
  gap rgb(245,116,116)
  handler /srv/app/node_modules/x/index.js rgb(218,77,77)
  idle rgb(234,99,99)
  java rgb(232,97,97)
  kernel rgb(217,75,75)
  main::loop rgb(194,194,56)
  naïve rgb(206,59,59)
  node rgb(212,68,68)
  org/acme/Main:.run rgb(244,114,114)
  perl rgb(248,119,119)
  python rgb(217,75,75)
  render /srv/app/view.js rgb(241,110,110)
  rust rgb(241,109,109)
  try_to_wake_up rgb(246,117,117)
  vfs_read rgb(218,118,0)
  waker rgb(244,114,114)
  日本語 rgb(251,124,124)
  python
   rgb(203,55,55)
   rgb(243,113,113)
  &apos;e&apos; rgb(236,102,102)
  &lt;built-in method len&gt; rgb(218,218,65)
  &lt;c&gt; rgb(224,85,85)
  &quot;d&quot; rgb(245,116,116)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(59,174,174)
  ::put rgb(209,63,63)
  Ljava/util/HashMap rgb(222,82,82)
  Perl_runops_standard rgb(205,57,57)
  [unknown] rgb(220,79,79)
  a &amp; b rgb(224,85,85)
  all rgb(243,113,113)
  app::main rgb(219,77,77)
  app`std::thread::spawn rgb(230,93,93)
  core::fmt::write rgb(250,123,123)
  do_syscall_64 rgb(251,125,125)
  emoji😀 rgb(210,64,64)
  empty rgb(231,95,95)
  gap rgb(245,116,116)
  handler /srv/app/node_modules/x/index.js rgb(218,77,77)
  idle rgb(234,99,99)
  java rgb(232,97,97)
  kernel rgb(217,75,75)
  main::loop rgb(219,77,77)
  naïve rgb(206,59,59)
  node rgb(212,68,68)
  org/acme/Main:.run rgb(244,114,114)
  perl rgb(248,119,119)
  python rgb(192,192,56)
  render /srv/app/view.js rgb(241,110,110)
  rust rgb(241,109,109)
  try_to_wake_up rgb(246,117,117)
  vfs_read rgb(223,84,84)
  waker rgb(244,114,114)
  日本語 rgb(251,124,124)
  rust
   rgb(218,218,65)
   rgb(54,168,168)
  &apos;e&apos; rgb(211,211,63)
  &lt;built-in method len&gt; rgb(218,218,65)
  &lt;c&gt; rgb(199,199,58)
  &quot;d&quot; rgb(220,220,66)
  - rgb(200,200,200)
  -- rgb(160,160,160)
  /usr/lib/python3.11/site-packages/numpy/core.py rgb(184,184,53)
  ::put rgb(59,174,174)
  Ljava/util/HashMap rgb(197,197,58)
  Perl_runops_standard rgb(180,180,51)
  [unknown] rgb(195,195,57)
  a &amp; b rgb(199,199,58)
  all rgb(218,218,65)
  app::main rgb(70,184,184)
  app`std::thread::spawn rgb(225,125,0)
  core::fmt::write rgb(249,149,0)
  do_syscall_64 rgb(226,226,68)
  emoji😀 rgb(185,185,53)
  empty rgb(206,206,61)
  gap rgb(220,220,66)
  handler /srv/app/node_modules/x/index.js rgb(193,193,56)
  idle rgb(209,209,62)
  java rgb(207,207,61)
  kernel rgb(192,192,56)
  main::loop rgb(70,184,184)
  naïve rgb(181,181,52)
  node rgb(187,187,54)
  org/acme/Main:.run rgb(219,219,66)
  perl rgb(223,223,67)
  python rgb(192,192,56)
  render /srv/app/view.js rgb(216,216,65)
  rust rgb(216,216,64)
  try_to_wake_up rgb(221,221,66)
  vfs_read rgb(198,198,58)
  waker rgb(219,219,66)
  日本語 rgb(226,226,68)

# conflicts
needs: inferno-flamegraph

  $ echo "a 100" >in
  $ for options in '--hash --deterministic' '--colors hot --colordiffusion' '--reverse --no-sort' '--flamechart --no-sort' '--flamechart --reverse'; do
  > 	inferno-flamegraph $options in
  > 	echo $?
  > done
  2
  2
  2
  2
  2
  $ cat err
  inferno-flamegraph: options '--deterministic' and '--hash' exclude each other
  inferno-flamegraph: options '--colordiffusion' and '--colors' exclude each other
  inferno-flamegraph: options '--no-sort' and '--reverse' exclude each other
  inferno-flamegraph: options '--no-sort' and '--flamechart' exclude each other
  inferno-flamegraph: options '--flamechart' and '--reverse' exclude each other

# cp
needs: inferno-flamegraph

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Only rgb(); a line with two arrows, or something else, is left out.

  $ printf 'a->rgb( 1, 2 ,3 )\nb->x->rgb(9,9,9)\nc->#0a0b0c\nd\n' >palette.map
  $ printf 'a;b;c;d;e 100\n' | inferno-flamegraph --cp --deterministic >svg
  $ colors svg
  all rgb(206,183,37)
  a rgb(1,2,3)
  b rgb(254,157,1)
  c rgb(253,157,1)
  d rgb(244,157,1)
  e rgb(243,157,1)
  $ cat palette.map
  ->rgb(206,183,37)
  a->rgb(1,2,3)
  b->rgb(254,157,1)
  c->rgb(253,157,1)
  d->rgb(244,157,1)
  e->rgb(243,157,1)
  $ cat err
  inferno-flamegraph: palette.map:2: not NAME->rgb(R,G,B), left out
  inferno-flamegraph: palette.map:3: not NAME->rgb(R,G,B), left out
  inferno-flamegraph: palette.map:4: not NAME->rgb(R,G,B), left out

# defaults
needs: inferno-flamegraph

  $ printf 'a;b 1\nc 4000\n' | inferno-flamegraph --hash >svg
  $ grep -o 'font-family:[^;]*' svg
  font-family:monospace
  $ grep -o '"fluid":.*' svg
  "fluid":true,
  $ grep -o '"truncate":.*' svg
  "truncate":"left",
  $ grep -c '<path ' svg
  0
  [1]
  $ grep -o '<rect[^>]*><title>[^<]*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4,001 samples, 100%)
  <rect width="262" height="15" class="c1"><title>a (1 samples, 0.02%)
  <rect x="262" width="1048314" height="15" class="c3"><title>c (4,000 samples, 99.98%)
  <rect width="262" height="15" class="c2"><title>b (1 samples, 0.02%)
  $ inferno-flamegraph --width 800 --truncate-text-right --hash svg 2>/dev/null | grep -c title
  0
  [1]
  $ echo "a 1" | inferno-flamegraph --truncate-text-right --width 800 | grep -e '"fluid"' -e '"truncate"'
  "fluid":false,
  "truncate":"right",

# differential
needs: inferno-flamegraph

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }
  $ printf 'a;b 10 20\na;b 10 5\na;c 5 5\na;d 0 70\na;e 40 10\nf 3.5 4.5\n' >in
  $ inferno-flamegraph in >svg
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (114 samples, 100%)
  a (110 samples, 96.49%; 0.00%)
  f (4 samples, 3.51%; +0.88%)
  b (25 samples, 21.93%; +8.77%)
  c (5 samples, 4.39%; 0.00%)
  d (70 samples, 61.40%; +61.40%)
  e (10 samples, 8.77%; -26.32%)
  $ colors svg
  all rgb(250,250,250)
  a rgb(250,250,250)
  f rgb(255,247,247)
  b rgb(255,228,228)
  c rgb(250,250,250)
  d rgb(255,100,100)
  e rgb(185,185,255)
  $ cat err
  inferno-flamegraph: in:6: decimals of the count are dropped: 'f 3.5 4.5'

# empty
needs: inferno-flamegraph

  $ inferno-flamegraph </dev/null
  <?xml version="1.0" standalone="no"?>
  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
  <svg version="1.1" width="1200" height="60" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <text text-anchor="middle" x="600" y="24" font-size="12" font-family="monospace">ERROR: No valid input provided to flamegraph</text>
  </svg>
  [1]
  $ cat err
  inferno-flamegraph: No stack counts found

# factor
needs: inferno-flamegraph
Halves go up; nothing is refused.

  $ printf 'a 1\nb 3\nc 5\n' | inferno-flamegraph --hash --factor 0.5 | grep -o '<title>[^<]*' | cut -c8-
  all (5 samples, 100%)
  a (1 samples, 22.22%)
  b (2 samples, 44.44%)
  c (3 samples, 66.67%)
  $ echo "a 5" | inferno-flamegraph --hash --factor 0 | grep -o '<title>[^<]*' | cut -c8-
  all (0 samples, 100%)
  a (0 samples, NaN%)

# files
needs: inferno-flamegraph
Files are glued together: a last line without end goes on in the next.

  $ printf 'a 1\nb 2' >one
  $ printf '3\nc 3' >two
  $ inferno-flamegraph --hash one two | grep -o '<title>[^<]*' | cut -c8-
  all (27 samples, 100%)
  a (1 samples, 3.70%)
  b (23 samples, 85.19%)
  c (3 samples, 11.11%)
  $ cat one | inferno-flamegraph --hash - two | grep -o '<title>[^<]*' | cut -c8-
  all (27 samples, 100%)
  a (1 samples, 3.70%)
  b (23 samples, 85.19%)
  c (3 samples, 11.11%)
  $ inferno-flamegraph one nosuch
  [1]
  $ cat err
  inferno-flamegraph: nosuch: No such file or directory

# flamechart
needs: inferno-flamegraph
The last line is on the left.

  $ inferno-flamegraph --flamechart --hash $FIXTURES/flamegraph/chart.folded | grep -o '<rect[^>]*><title>[^(]*'
  <rect width="1048576" height="15" class="c0"><title>all\x20 (esc)
  <rect width="85020" height="15" class="c1"><title>boot\x20 (esc)
  <rect x="85020" width="85019" height="15" class="c5"><title>ready\x20 (esc)
  <rect x="170039" width="878537" height="15" class="c1"><title>boot\x20 (esc)
  <rect width="28340" height="15" class="c2"><title>stop\x20 (esc)
  <rect x="28340" width="56680" height="15" class="c3"><title>load\x20 (esc)
  <rect x="170039" width="538458" height="15" class="c3"><title>load\x20 (esc)
  <rect x="708497" width="340079" height="15" class="c7"><title>init\x20 (esc)
  <rect x="28340" width="56680" height="15" class="c4"><title>net\x20 (esc)
  <rect x="170039" width="170040" height="15" class="c4"><title>net\x20 (esc)
  <rect x="340079" width="255059" height="15" class="c6"><title>disk\x20 (esc)
  <rect x="595138" width="113359" height="15" class="c4"><title>net\x20 (esc)

# guide
needs: inferno-flamegraph inferno-collapse-perf

  $ inferno-collapse-perf <$FIXTURES/perf/rust-fp.txt >out.folded
  $ inferno-flamegraph <out.folded >x.svg && grep -c '<rect' x.svg
  39
  $ cat $FIXTURES/perf/rust-fp.txt | inferno-collapse-perf | inferno-flamegraph >x.svg
  $ grep -o 'total_samples="[^"]*"' x.svg
  total_samples="50100200"
  $ inferno-flamegraph --inverted --colors rust --deterministic out.folded | grep -o 'id="title".*'
  id="title" x="50%" y="24">Icicle Graph</text>

# hash
needs: inferno-flamegraph

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }
  $ printf 'readable 1\nété 1\n' | inferno-flamegraph --hash >svg
  $ colors svg
  all rgb(255,230,55)
  readable rgb(241,184,40)
  été rgb(224,144,21)

# labels
needs: inferno-flamegraph
By bytes, of the whole picture's width; a name that just fits is cut.

  $ printf 'abcdefghij 10\nx 90\n' | inferno-flamegraph --hash --width 700 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
  <text x="0%" y="11.5">abcdefgh..</text>
  $ printf 'éééééé 10\nx 90\n' | inferno-flamegraph --hash --width 700 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
  <text x="0%" y="11.5">x</text>

# lines
needs: inferno-flamegraph
Trimmed; only spaces separate; comments and empty lines do not count; decimals are dropped.

  $ printf '# d 8\n\n  a;b  5  \r\na;b\t6\n 10\nf;; 11\ng 0.5\nh 3.75\nno count\n+ +5\n' | inferno-flamegraph --hash | grep -o '<title>[^<]*' | cut -c8-
  all (19 samples, 100%)
  a (5 samples, 26.32%)
  f (11 samples, 57.89%)
  h (3 samples, 15.79%)
  b (5 samples, 26.32%)
   (11 samples, 57.89%)
   (11 samples, 57.89%)
  $ cat err
  inferno-flamegraph: standard input:4: no count at the end of the line: 'a;b?6'
  inferno-flamegraph: standard input:5: no count at the end of the line: '10'
  inferno-flamegraph: standard input:9: no count at the end of the line: 'no count'
  inferno-flamegraph: standard input:10: no count at the end of the line: '+ +5'
  inferno-flamegraph: standard input:7: decimals of the count are dropped: 'g 0.5'
  inferno-flamegraph: standard input:8: decimals of the count are dropped: 'h 3.75'
  inferno-flamegraph: Ignored 4 lines with invalid format

# minwidth
needs: inferno-flamegraph
Percent.

  $ printf 'a;b 1\na 99\n' | inferno-flamegraph --hash --minwidth 1 | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  a (100 samples, 100.00%)
  b (1 samples, 1.00%)
  $ printf 'a;b 1\na 99\n' | inferno-flamegraph --hash --minwidth 1.01 | grep -o '<title>[^<]*' | cut -c8-
  all (100 samples, 100%)
  a (100 samples, 100.00%)
  $ printf 'a;b 1\na 9999\n' | inferno-flamegraph --hash | grep -o '<title>[^<]*' | cut -c8-
  all (10,000 samples, 100%)
  a (10,000 samples, 100.00%)
  b (1 samples, 0.01%)
  $ printf 'a;b 1\na 10000\n' | inferno-flamegraph --hash | grep -o '<title>[^<]*' | cut -c8-
  all (10,001 samples, 100%)
  a (10,001 samples, 100.00%)

# nameattr
needs: inferno-flamegraph

  $ printf 'main\tclass="q class"\ttitle="t"\tg_extra=data-a=1 stray data-b="x y"\na\ta_extra=rel=r\n\nempty\n' >attrs
  $ printf 'main;a 100\n' | inferno-flamegraph --hash --nameattr attrs | grep -o '.*<title>.*'
  <rect width="1048576" height="15" class="c0"><title>all (100 samples, 100%)</title></rect>
  <g class="q class" data-a="1" data-b="x y"><rect width="1048576" height="15" class="c1"><title>t</title></rect></g>
  <g rel="r"><rect width="1048576" height="15" class="c2"><title>a (100 samples, 100.00%)</title></rect></g>
  $ printf 'main;a 100\n' | inferno-flamegraph --nameattr nosuch
  [101]
  $ cat err
  inferno-flamegraph: attrs:1: no value, left out: 'stray'
  inferno-flamegraph: nosuch: No such file or directory

# no-sort
needs: inferno-flamegraph

  $ printf 'a;b 5\na;c 10\na;c 9\nb 1\n' | inferno-flamegraph --no-sort --hash | grep -o '<title>[^<]*' | cut -c8-
  all (25 samples, 100%)
  a (24 samples, 96.00%)
  b (1 samples, 4.00%)
  b (5 samples, 20.00%)
  c (19 samples, 76.00%)
  $ printf 'b 1\na 2\n' | inferno-flamegraph --no-sort
  [1]
  $ cat err
  inferno-flamegraph: unsorted input lines detected: 'a 2' comes after 'b 1'

# options
needs: inferno-flamegraph
Those that only inferno has.

  $ echo "a 1" | inferno-flamegraph --search-color '#0a0b0c' --stroke-color '#010203' --uicolor '#040506' >svg
  $ grep -o '"searchcolor":.*' svg
  "searchcolor":"rgb(10,11,12)",
  $ grep -o '#frames rect{stroke.*' svg
  #frames rect{stroke-opacity:1;stroke:rgb(1,2,3)}
  $ grep -o ' text{fill.*' svg
   text{fill:rgb(4,5,6)}
  $ echo "a 1" | inferno-flamegraph --no-javascript --pretty-xml | grep -c '<script'
  0
  [1]
  $ echo "a 1" | inferno-flamegraph --search-color red
  [2]
  $ cat err
  inferno-flamegraph: option '--search-color' cannot take 'red': a colour is # and six hexadecimal digits; try 'inferno-flamegraph --help'

# reverse
a line that is turned round begins with no blanks, neither where it is sorted nor where it is drawn

  $ printf '%s\n' 'main;<[T; _]>::default 5' 'main;Vec::new 3' 'main;<[T; _]>::default;alloc 2' >in
  $ printf 'main ;\t drop 4\n' >>in
  $ inferno-flamegraph --reverse in | grep -o '<title>[^<]*'
  <title>all (14 samples, 100%)
  <title>Vec::new (3 samples, 21.43%)
  <title>_]&gt;::default (5 samples, 35.71%)
  <title>alloc (2 samples, 14.29%)
  <title>drop (4 samples, 28.57%)
  <title>main (3 samples, 21.43%)
  <title>&lt;[T (5 samples, 35.71%)
  <title> _]&gt;::default (2 samples, 14.29%)
  <title>main (4 samples, 28.57%)
  <title>main (5 samples, 35.71%)
  <title>&lt;[T (2 samples, 14.29%)
  <title>main (2 samples, 14.29%)
  $ for tool in flamegraph.pl flamegraph; do
  > 	echo "# $tool"
  > 	$tool --reverse in | grep -o '<title>[^<]*'
  > done
  # flamegraph.pl
  <title>all (14 samples, 100%)
  <title>&#9; drop (4 samples, 28.57%)
  <title> _]&gt;::default (5 samples, 35.71%)
  <title>Vec::new (3 samples, 21.43%)
  <title>alloc (2 samples, 14.29%)
  <title>main  (4 samples, 28.57%)
  <title>&lt;[T (5 samples, 35.71%)
  <title>main (3 samples, 21.43%)
  <title> _]&gt;::default (2 samples, 14.29%)
  <title>main (5 samples, 35.71%)
  <title>&lt;[T (2 samples, 14.29%)
  <title>main (2 samples, 14.29%)
  # flamegraph
  <title>all (14 samples, 100%)
  <title>&#9; drop (4 samples, 28.57%)
  <title> _]&gt;::default (5 samples, 35.71%)
  <title>Vec::new (3 samples, 21.43%)
  <title>alloc (2 samples, 14.29%)
  <title>main  (4 samples, 28.57%)
  <title>&lt;[T (5 samples, 35.71%)
  <title>main (3 samples, 21.43%)
  <title> _]&gt;::default (2 samples, 14.29%)
  <title>main (5 samples, 35.71%)
  <title>&lt;[T (2 samples, 14.29%)
  <title>main (2 samples, 14.29%)
  $ cat err
  flamegraph.pl: Stack count is low (14). Did something go wrong?

# titles
needs: inferno-flamegraph

  $ echo "a 1" | inferno-flamegraph -i --title 'Flame Graph' --subtitle 'A & "B"' | grep -o 'id="[a-z]*title".*'
  id="title" x="50%" y="24">Icicle Graph</text>
  id="subtitle" x="50%" y="48">A &amp; &quot;B&quot;</text>
  $ echo "a 1" | inferno-flamegraph --notes 'a<b -- c' | grep -o '<!--.*'
  <!-- a&lt;b - - c -->

# utf8
needs: inferno-flamegraph

  $ printf 'a;\377 100\n' | inferno-flamegraph
  [1]
  $ cat err
  inferno-flamegraph: standard input:1: not UTF-8: 'a;? 100'
  inferno-flamegraph: Ignored 1 lines with invalid format
  inferno-flamegraph: the input is not UTF-8

# words
needs: inferno-flamegraph
Short options in clusters; nothing twice, nothing shortened.

  $ echo "a 100" >in
  $ inferno-flamegraph -i -c blue in | grep -o 'id="title".*'
  id="title" x="50%" y="24">Icicle Graph</text>
  $ inferno-flamegraph -cblue -q in | grep -o 'stop-color="[^"]*"' | head -n 1
  stop-color="rgb(248,248,248)"
  $ inferno-flamegraph --color blue in
  [2]
  $ echo $?
  2
  $ inferno-flamegraph --hash --hash in
  [2]
  $ echo $?
  2
  $ inferno-flamegraph --total 5 in
  [2]
  $ echo $?
  2
  $ inferno-flamegraph --colors chain in
  [2]
  $ echo $?
  2
  $ inferno-flamegraph --fontsize 9.5 in
  [2]
  $ echo $?
  2
  $ inferno-flamegraph --minwidth 1% in
  [2]
  $ echo $?
  2
  $ inferno-flamegraph --random in
  [2]
  $ echo $?
  2
  $ cat err
  inferno-flamegraph: option '--color' is not known (did you mean --colors?); try 'inferno-flamegraph --help'
  inferno-flamegraph: option '--hash' may be given only once; try 'inferno-flamegraph --help'
  inferno-flamegraph: option '--total' is not known; try 'inferno-flamegraph --help'
  inferno-flamegraph: option '--colors' cannot take 'chain': it is one of hot mem io java js perl python rust wakeup red green blue yellow purple aqua orange; try 'inferno-flamegraph --help'
  inferno-flamegraph: option '--fontsize' cannot take '9.5': it is a whole number of pixels from 1 to 1000; try 'inferno-flamegraph --help'
  inferno-flamegraph: option '--minwidth' cannot take '1%': it is a percentage, written without a sign; try 'inferno-flamegraph --help'
  inferno-flamegraph: option '--random' is not known; try 'inferno-flamegraph --help'

# base-not-inside
Stacks count whose base is inside of them, not at their root.

  $ printf 'a;b 3\na;x;b 2\nx;a 1\n' | inferno-flamegraph --base x --no-javascript >svg
  $ grep -o '<title>.*</title>' svg
  <title>all (2 samples, 100%)</title>
  <title>x (2 samples, 100.00%)</title>
  <title>b (2 samples, 100.00%)</title>
