SPDX-License-Identifier: MIT

# base
Stacks begin at the last frame with one of the names; those without are dropped.

  $ printf 'r;x;a 1\nr;x;b;y;c 2\nx;d 3\nr;y 4\nr;z 5\n' >in
  $ flamegraph --base x --base y in | grep -o '<title>[^<]*' | cut -c8-
  all (10 samples, 100%)
  x (4 samples, 40.00%)
  y (6 samples, 60.00%)
  a (1 samples, 10.00%)
  d (3 samples, 30.00%)
  c (2 samples, 20.00%)
  $ flamegraph --base x in | grep -o '<title>[^<]*' | cut -c8-
  all (6 samples, 100%)
  x (6 samples, 100.00%)
  a (1 samples, 16.67%)
  b (2 samples, 33.33%)
  d (3 samples, 50.00%)
  y (2 samples, 33.33%)
  c (2 samples, 33.33%)
  $ flamegraph --base y --reverse in | grep -o '<title>[^<]*' | cut -c8-
  all (6 samples, 100%)
  c (2 samples, 33.33%)
  y (4 samples, 66.67%)
  y (2 samples, 33.33%)
  $ flamegraph --base x --flamechart in | grep -o '<title>[^<]*' | cut -c8-
  all (6 samples, 100%)
  x (6 samples, 100.00%)
  a (1 samples, 16.67%)
  b (2 samples, 33.33%)
  d (3 samples, 50.00%)
  y (2 samples, 33.33%)
  c (2 samples, 33.33%)
  $ flamegraph --base nosuch in >svg
  [1]
  $ echo $?
  1
  $ cat err
  flamegraph: no stack has the base; the functions are: r (12), x (6), y (6), z (5), d (3), b (2), c (2), a (1)
  flamegraph: no stacks in the input

# base-none-threads
stacks that several threads have read are counted once

  $ awk 'BEGIN { for (i = 0; i < 60000; i++) printf "a;b%d;c%d;a long name to fill some bytes 1\n", i % 7, i % 1000 }' >many
  $ for threads in 1 2 3; do
  > 	flamegraph -j $threads --base nosuch many >$threads 2>&1
  > 	cmp $threads 1 && echo same
  > done
  same
  same
  same
  $ head -c 200 1
  flamegraph: no stack has the base; the functions are: a (60,000), a long name to fill some bytes (60,000), b0 (8,572), b1 (8,572), b2 (8,572), b3 (8,571), b4 (8,571), b5 (8,571), b6 (8,571), c0 (60) a (no-eol)

# baselines
The baselines of all texts are at whole pixels, where a thin underscore is not spread over two
rows of them; so is the top of the area in which labels have their places.

  $ printf 'main;__memcmp 100 30\nmain;_start 10 90\ngone 9 0\n' >in
  $ for options in "" "--height 17" "--fontsize 11" "--fontsize 10.3 --subtitle x" "--inverted --height 20"; do
  > 	flamegraph $options in >svg
  > 	echo "options: $options"
  > 	grep -o '<svg id="frames" .* height' svg | grep -o ' y="[^"]*"'
  > 	grep '^<text' svg | grep -o ' y="[^"]*"' | tr -d '\n'
  > 	echo
  > done
  options:\x20 (esc)
   y="36"
   y="24" y="101" y="24" y="24" y="24" y="101" y="27" y="11" y="11" y="124" y="124" y="124" y="124" y="142"
  options: --height 17
   y="36"
   y="24" y="104" y="24" y="24" y="24" y="104" y="29" y="12" y="12" y="127" y="127" y="127" y="127" y="145"
  options: --fontsize 11
   y="33"
   y="22" y="97" y="22" y="22" y="22" y="97" y="27" y="11" y="11" y="118" y="118" y="118" y="118" y="135"
  options: --fontsize 10.3 --subtitle x
   y="51"
   y="20" y="41" y="114" y="20" y="20" y="20" y="114" y="27" y="11" y="11" y="134" y="134" y="134" y="134" y="150"
  options: --inverted --height 20
   y="52"
   y="24" y="40" y="24" y="24" y="24" y="123" y="32" y="52" y="52" y="140" y="140" y="140" y="140" y="158"
  $ grep -c "<text.* y=\"[0-9]*\\." svg || true
  0

# bgcolors

  $ for color in blue green grey yellow '#a0b0c0'; do
  > 	echo "a 1" | flamegraph --bgcolors "$color" | grep -o '<stop [^/]*/>'
  > done
  <stop stop-color="rgb(238,238,238)" offset="5%"/>
  <stop stop-color="rgb(224,224,255)" offset="95%"/>
  <stop stop-color="rgb(238,242,238)" offset="5%"/>
  <stop stop-color="rgb(224,255,224)" offset="95%"/>
  <stop stop-color="rgb(248,248,248)" offset="5%"/>
  <stop stop-color="rgb(232,232,232)" offset="95%"/>
  <stop stop-color="rgb(238,238,238)" offset="5%"/>
  <stop stop-color="rgb(238,238,176)" offset="95%"/>
  <stop stop-color="rgb(160,176,192)" offset="5%"/>
  <stop stop-color="rgb(160,176,192)" offset="95%"/>

# bgcolors-bad

  $ echo "a 1" | flamegraph --bgcolors '#12345'
  [2]
  $ cat err
  flamegraph: option '--bgcolors' cannot take '#12345': it is yellow, blue, green, grey, or # and six hexadecimal digits; try 'flamegraph --help'

# bgcolors-default

  $ for palette in hot mem io red; do
  > 	echo "a 1" | flamegraph --colors $palette | grep -o '<stop [^/]*5%[^/]*/>' | tail -n 1
  > done
  <stop stop-color="rgb(238,238,176)" offset="95%"/>
  <stop stop-color="rgb(224,255,224)" offset="95%"/>
  <stop stop-color="rgb(224,224,255)" offset="95%"/>
  <stop stop-color="rgb(232,232,232)" offset="95%"/>

# chain

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Wakers are marked behind the first --, which is always there.

  $ flamegraph --colors chain $FIXTURES/flamegraph/wakeups.folded >svg
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (74 samples, 100%)
  -- (2 samples, 2.70%)
  client (67 samples, 90.54%)
  server (5 samples, 6.76%)
  lost (2 samples, 2.70%)
  connect (7 samples, 9.46%)
  send (60 samples, 81.08%)
  -- (5 samples, 6.76%)
  -- (2 samples, 2.70%)
  -- (7 samples, 9.46%)
  poll (60 samples, 81.08%)
  client (5 samples, 6.76%)
  resolver (7 samples, 9.46%)
  -- (60 samples, 81.08%)
  send (5 samples, 6.76%)
  answer (7 samples, 9.46%)
  server (30 samples, 40.54%)
  reply (30 samples, 40.54%)
  write (30 samples, 40.54%)
  -- (12 samples, 16.22%)
  disk_irq (12 samples, 16.22%)
  done (12 samples, 16.22%)
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

# color-scheme

  $ dark() # OPTION... - whether the picture is dark, and when; with its stops
  > {
  > 	echo "a 1" | flamegraph "$@" >svg
  > 	echo "$*: $(grep -c '#18181b' svg) dark, $(grep -c '^@media screen and (prefers' svg) if preferred"
  > 	grep -o 'Gradient class="[a-z]*"' svg
  > 	xmllint --noout svg
  > }
  $ dark
  : 1 dark, 1 if preferred
  Gradient class="usual"
  $ dark --color-scheme light
  --color-scheme light: 0 dark, 0 if preferred
  $ dark --color-scheme dark
  --color-scheme dark: 1 dark, 0 if preferred
  Gradient class="usual"

A background that was asked for stays as it is, and decides by itself.

  $ dark --bgcolors '#101820'
  --bgcolors #101820: 1 dark, 0 if preferred
  $ dark --bgcolors blue
  --bgcolors blue: 0 dark, 0 if preferred
  $ dark --bgcolors blue --color-scheme auto
  --bgcolors blue --color-scheme auto: 0 dark, 0 if preferred
  $ dark --bgcolors '#101820' --color-scheme light
  --bgcolors #101820 --color-scheme light: 0 dark, 0 if preferred

The originals know nothing of it.

  $ for name in flamegraph.pl inferno-flamegraph; do
  > 	echo "a 1" | $name 2>/dev/null | grep -c 'prefers-color-scheme\|18181b'
  > done
  0
  0
  [1]
  $ echo "a 1" | flamegraph --color-scheme grey
  [2]
  $ cat err
  flamegraph: option '--color-scheme' has no value 'grey': it is one of auto, light, dark; try 'flamegraph --help'

# colordiffusion

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

The square root of the width decides.

  $ printf 'a;b 25\na 75\n' | flamegraph --colordiffusion >svg
  $ colors svg
  all rgb(255,100,100)
  a rgb(255,100,100)
  b rgb(228,140,138)
  $ echo "a 1" | flamegraph --colordiffusion --colors red
  [2]
  $ echo $?
  2
  $ cat err
  flamegraph: options '--colordiffusion' and '--colors' exclude each other

# colors
The class of a frame, with its colour.

  $ for palette in hot mem io java js perl python rust wakeup chain red green blue yellow purple aqua orange; do
  > 	echo "core::fmt::write 1" | flamegraph --colors $palette >svg
  > 	class=$(sed -n 's/.*class="\(c[0-9]*\)"><title>core.*/\1/p' svg)
  > 	echo "$palette" "$(grep -o "$class{.*" svg)"
  > done
  hot c1{fill:rgb(221,77,18)}
  mem c1{fill:rgb(0,206,70)}
  io c1{fill:rgb(100,100,208)}
  java c1{fill:rgb(193,193,56)}
  js c1{fill:rgb(193,193,56)}
  perl c1{fill:rgb(193,193,56)}
  python c1{fill:rgb(218,76,76)}
  rust c1{fill:rgb(211,111,0)}
  wakeup c1{fill:rgb(70,183,183)}
  chain c1{fill:rgb(100,100,221)}
  red c1{fill:rgb(218,76,76)}
  green c1{fill:rgb(70,218,70)}
  blue c1{fill:rgb(100,100,221)}
  yellow c1{fill:rgb(193,193,56)}
  purple c1{fill:rgb(211,100,211)}
  aqua c1{fill:rgb(70,183,183)}
  orange c1{fill:rgb(211,111,0)}

# colors-safe

  $ printf 'main 1\nparse 1\nread 1\nwrite 1\n' | flamegraph --colors safe | grep -o 'fill:rgb([0-9,]*)'
  fill:rgb(100,132,173)
  fill:rgb(210,196,113)
  fill:rgb(165,170,137)
  fill:rgb(239,213,96)
  fill:rgb(153,163,144)
  $ echo "a 1" | inferno-flamegraph --colors safe >/dev/null || echo "unknown to inferno-flamegraph"
  unknown to inferno-flamegraph
  $ cat err
  inferno-flamegraph: option '--colors' cannot take 'safe': it is one of hot mem io java js perl python rust wakeup red green blue yellow purple aqua orange; try 'inferno-flamegraph --help'

# colors-wall

What threads did decides, by the label state: the colour and the text of a frame are the mix of its stacks.

  $ printf '%s\n' '@state=blocked:lock;p;main;wait 900' '@state=running;p;main;work 40' '@state=runnable;p;main;work 60' 'p;main;wait 1000' >states
  $ flamegraph --colors wall states >wall.svg
  $ grep -o '<title>[^<]*' wall.svg
  <title>all (2,000 samples, 100%): 2 % running, 3 % runnable, 45 % blocked:lock, 50 % without a state
  <title>p (2,000 samples, 100.00%): 2 % running, 3 % runnable, 45 % blocked:lock, 50 % without a state
  <title>main (2,000 samples, 100.00%): 2 % running, 3 % runnable, 45 % blocked:lock, 50 % without a state
  <title>wait (1,900 samples, 95.00%): 47 % blocked:lock, 53 % without a state
  <title>work (100 samples, 5.00%): 40 % running, 60 % runnable
  $ grep -o '\.c[0-9]*{fill:[^}]*' wall.svg; sed -n '/id="legend"/,/<.g>/p' wall.svg
  .c0{fill:rgb(124,140,168)
  .c1{fill:rgb(120,140,172)
  .c2{fill:rgb(240,176,76)
  <g id="legend">
  <rect x="10" y="131" width="9" height="9" fill="rgb(238,119,51)" stroke="#888" stroke-width="0.5"/>
  <text x="23.5" y="140">running</text>
  <rect x="89.38" y="131" width="9" height="9" fill="rgb(240,216,90)" stroke="#888" stroke-width="0.5"/>
  <text x="102.88" y="140">runnable</text>
  <rect x="176.08" y="131" width="9" height="9" fill="rgb(40,85,160)" stroke="#888" stroke-width="0.5"/>
  <text x="189.58" y="140">blocked:lock</text>
  <rect x="292.06" y="131" width="9" height="9" fill="rgb(190,188,184)" stroke="#888" stroke-width="0.5"/>
  <text x="305.56" y="140">without a state</text>
  </g>
  $ flamegraph --colors wall --text --color-text never states
  |all (2,000 samples, 100%)______________________________________________________
  |p 100.00%______________________________________________________________________
  |main 100.00%___________________________________________________________________
  |wait 95.00%________________________________________________________________|w..
  4 of 4 frames shown
  |2 % running  |3 % runnable  |45 % blocked:lock  |50 % without a state

  $ flamegraph --colors wall --text --color-text never --columns 40 states | tail -n 2
  |45 % blocked:lock
  |50 % without a state

A page opens in these colours.

  $ flamegraph --colors wall --html states | grep -c 'id="packed-script-states"'
  1

A list of kinds of waiting that it does not know is other waiting.

  $ printf '%s\n' '@state=blocked:gremlin;a 1' '@state=running;a 2' '@state=dreaming;a 1' | flamegraph --colors wall | grep -o '<title>a[^<]*'
  <title>all (4 samples, 100%): 50 % running, 25 % blocked:other, 25 % without a state
  <title>a (4 samples, 100.00%): 50 % running, 25 % blocked:other, 25 % without a state

Without states, and in comparisons, names decide, and it says so.

  $ fills() { flamegraph --colors "$1" 2>said | grep -o 'fill:rgb([0-9,]*)'; }
  $ echo 'a;b 100' | fills hot >hot; echo 'a;b 100' | fills wall | cmp - hot
  $ cat said
  flamegraph: no stack has a state, so --colors wall is --colors hot: record with record-stacks --wall, and fold by collapse-perf --labels state
  $ echo 'a;b 100 120' | fills hot >hot; echo 'a;b 100 120' | fills wall | cmp - hot
  $ cat said
  flamegraph: no stack has a state, so --colors wall is --colors hot: record with record-stacks --wall, and fold by collapse-perf --labels state

# colors-unknown

  $ echo "a 1" | flamegraph --colors nosuch
  [2]
  $ cat err
  flamegraph: option '--colors' has no value 'nosuch': it is one of hot, mem, io, java, js, perl, python, rust, wakeup, chain, red, green, blue, yellow, purple, aqua, orange, safe, wall; try 'flamegraph --help'

# countname

  $ echo "main 1500" | flamegraph --countname 'k<B>' >svg
  $ grep -o '<title>[^/]*</title>' svg
  <title>all (1,500 k&lt;B&gt;, 100%)</title>
  <title>main (1,500 k&lt;B&gt;, 100.00%)</title>
  $ grep -o '"countname":.*' svg
  "countname":"k\u003cB\u003e",

# cp

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Colours are kept from run to run; separators have none of their own.

  $ printf 'main;a 1\nmain;-;b 2\n' | flamegraph --cp >svg
  $ colors svg
  all rgb(213,39,9)
  main rgb(243,179,42)
  - rgb(200,200,200)
  a rgb(236,146,35)
  b rgb(230,117,28)
  $ cat palette.map
  ->rgb(213,39,9)
  a->rgb(236,146,35)
  b->rgb(230,117,28)
  main->rgb(243,179,42)
  $ printf 'a->#010203\nx->y->rgb( 4, 5 ,6)\nwrong\nb->blue\nmain->rgb(7,8,9)\n' >palette.map
  $ printf 'main;a 1\nmain;x->y 1\nmain;b 2\n' | flamegraph --cp >svg
  $ colors svg
  all rgb(213,39,9)
  main rgb(7,8,9)
  a rgb(1,2,3)
  b rgb(230,117,28)
  x-&gt;y rgb(4,5,6)
  $ cat palette.map
  ->rgb(213,39,9)
  a->rgb(1,2,3)
  b->rgb(230,117,28)
  main->rgb(7,8,9)
  x->y->rgb(4,5,6)
  $ cat err
  flamegraph: palette.map:3: not NAME->rgb(R,G,B), left out
  flamegraph: palette.map:4: not NAME->rgb(R,G,B), left out

# cp-empty
Without stacks the file stays as it is.

  $ echo 'anything' >palette.map
  $ flamegraph --cp </dev/null >svg
  [1]
  $ echo $?
  1
  $ cat palette.map
  anything
  $ cat err
  flamegraph: no stacks in the input

# cp-private
The colours are replaced as the file of -o is: the map keeps its mode, a link to it stays.

  $ printf 'a->rgb(1,2,3)\n' >colours && chmod 600 colours
  $ ln -s colours palette.map
  $ echo 'main;b 1' | flamegraph --cp >svg
  $ LC_ALL=C stat -c "%a %F" colours && LC_ALL=C stat -c %F palette.map
  600 regular file
  symbolic link
  $ grep -c rgb colours
  4

# depth-limit
needs: xmllint
65,536 frames are drawn, what is above them is cut off and said.

  $ awk 'BEGIN { for (i = 0; i < 70000; i++) printf "%sf%d", i ? ";" : "", i; print " 3" }' >in
  $ flamegraph in >svg 2>err
  $ cut -c 1-70 err
  flamegraph: in:1: deeper than 65536 frames, cut at the leaf: 'f0;f1;f2
  $ grep -c '<title>f' svg
  65536
  $ grep -o '"rows":[0-9]*' svg
  "rows":65537
  $ xmllint --huge --noout svg

# deterministic

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }
  $ printf 'main;loop 1\nmain 2\n' | flamegraph --deterministic >svg
  $ colors svg
  all rgb(206,183,37)
  main rgb(238,28,47)
  loop rgb(223,185,41)
  $ echo "a 1" | flamegraph --deterministic --hash
  [2]
  $ echo $?
  2
  $ cat err
  flamegraph: options '--deterministic' and '--hash' exclude each other

# did-you-mean
needs: flamegraph.pl inferno-flamegraph
the nearest option or value is named, but by Perl's programs, and only what is shown in --help

  $ for line in '--titel x' '--colours java' '-titel x' '--diff-palete x' '--generaet man' '--nosuch' \
  > 	'--colors jaava' '--color-scheme drk' '--bgcolors gren' '--markup fulll' '--colors nosuch'; do
  > 	for name in flamegraph inferno-flamegraph flamegraph.pl; do
  > 		# shellcheck disable=SC2086 # words
  > 		echo 'main;f 100' | $name $line 2>&1 >out | sed 's/one of [a-z, ]*/one of ... /'
  > 	done
  > done
  flamegraph: option '--titel' is not known (did you mean --title?); try 'flamegraph --help'
  inferno-flamegraph: option '--titel' is not known (did you mean --title?); try 'inferno-flamegraph --help'
  flamegraph.pl: option '--titel' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--colours' is not known (did you mean --colors?); try 'flamegraph --help'
  inferno-flamegraph: option '--colours' is not known (did you mean --colors?); try 'inferno-flamegraph --help'
  flamegraph.pl: option '--colours' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '-t' is not known (did you mean --title?); try 'flamegraph --help'
  inferno-flamegraph: option '-t' is not known (did you mean --title?); try 'inferno-flamegraph --help'
  flamegraph.pl: option '-titel' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--diff-palete' is not known (did you mean --diff-palette?); try 'flamegraph --help'
  inferno-flamegraph: option '--diff-palete' is not known; try 'inferno-flamegraph --help'
  flamegraph.pl: option '--diff-palete' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--generaet' is not known; try 'flamegraph --help'
  inferno-flamegraph: option '--generaet' is not known; try 'inferno-flamegraph --help'
  flamegraph.pl: option '--generaet' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--nosuch' is not known; try 'flamegraph --help'
  inferno-flamegraph: option '--nosuch' is not known; try 'inferno-flamegraph --help'
  flamegraph.pl: option '--nosuch' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--colors' has no value 'jaava' (did you mean java?): it is one of ... ; try 'flamegraph --help'
  inferno-flamegraph: option '--colors' cannot take 'jaava': it is one of ... (did you mean java?); try 'inferno-flamegraph --help'
  flamegraph: option '--color-scheme' has no value 'drk' (did you mean dark?): it is one of ... ; try 'flamegraph --help'
  inferno-flamegraph: option '--color-scheme' is not known; try 'inferno-flamegraph --help'
  flamegraph.pl: option '--color-scheme' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--bgcolors' cannot take 'gren': it is yellow, blue, green, grey, or # and six hexadecimal digits (did you mean green?); try 'flamegraph --help'
  inferno-flamegraph: option '--bgcolors' cannot take 'gren': it is yellow, blue, green, grey, or # and six hexadecimal digits (did you mean green?); try 'inferno-flamegraph --help'
  flamegraph.pl: option '--bgcolors' cannot take 'gren': it is yellow, blue, green, grey, or # and six hexadecimal digits
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--markup' has no value 'fulll' (did you mean full?): it is one of ... ; try 'flamegraph --help'
  inferno-flamegraph: option '--markup' is not known; try 'inferno-flamegraph --help'
  flamegraph.pl: option '--markup' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  flamegraph: option '--colors' has no value 'nosuch': it is one of ... ; try 'flamegraph --help'
  inferno-flamegraph: option '--colors' cannot take 'nosuch': it is one of ... ; try 'inferno-flamegraph --help'
  $ difffolded --normalise a b
  [2]
  $ inferno-diff-folded --normalise a b
  [2]
  $ diffreport --fromat=json a b
  [2]
  $ collapse-perf --kernl
  [2]
  $ inferno-collapse-perf --kernle
  [2]
  $ stackcollapse-perf.pl --kernle
  [255]
  $ flamegraph-record --colours java -- true
  [2]
  $ cat err
  difffolded: option '--normalise' is not known (did you mean --normalize?); try 'difffolded --help'
  inferno-diff-folded: option '--normalise' is not known (did you mean --normalize?); try 'inferno-diff-folded --help'
  diffreport: option '--fromat' is not known (did you mean --format?); try 'diffreport --help'
  collapse-perf: option '--kernl' is not known (did you mean --kernel?); try 'collapse-perf --help'
  inferno-collapse-perf: option '--kernle' is not known (did you mean --kernel?); try 'inferno-collapse-perf --help'
  stackcollapse-perf.pl: option '--kernle' is not known
  stackcollapse-perf.pl: usage: stackcollapse-perf.pl [OPTION...] [FILE...]
  flamegraph-record: option '--colours' is not known (did you mean --colors?); try 'flamegraph-record --help'

# diff-all-vanished
Nothing is left to be as wide as the picture.

  $ printf 'a 5 0\n' >in
  $ flamegraph in >svg
  [1]
  $ echo $?
  1
  $ flamegraph --diff-width before in | grep -o '<title>.*</title>'
  <title>all (0 samples, was 5: -5, 100%)</title>
  <title>a (0 samples, was 5: -5, 100.00% -&gt; 0.00%)</title>
  $ cat err
  flamegraph: no counts in the column shown: try --diff-width both

# diff-grown

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }

A parent that grew through its child has grown itself, by as much.

  $ printf 'main;parent;child 20 60\nmain;rest 80 40\n' | flamegraph >svg
  $ frames svg
  rgb(190,188,184) all (100 samples, was 100: 0, x1.00, 100%)
  rgb(190,188,184) main (100 samples, was 100: 0, x1.00, 100.00% -&gt; 100.00%)
  rgb(255,100,100) parent (60 samples, was 20: +40, x3.00, 20.00% -&gt; 60.00%)
  rgb(100,100,255) rest (40 samples, was 80: -40, x0.50, 80.00% -&gt; 40.00%)
  rgb(255,100,100) child (60 samples, was 20: +40, x3.00, 20.00% -&gt; 60.00%)

# diff-legend

  $ legend() # FILE - its patches and texts
  > {
  > 	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
  > 		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
  > }

What the colours mean and the largest change, in lines of their own below the rest; the name is
cut to the width.

  $ printf 'main;grow;child 20 60\nmain;shrink 80 30\nmain;old 25 0\nmain;old;deep 15 0\nmain;fresh 0 25\nmain;a;moved 30 0\nmain;b;moved 0 30\nmain;a 10 10\nmain;b 10 10\nmain;same 40 40\nidle 20 45\n' >in
  $ flamegraph in >svg
  $ legend svg
  rgb(100,100,255)
  -50 less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  +50 more
  url(#-hatch)
  up to 16.00% vanished
  Largest change: -50, -20.00 percentage points in shrink
  $ grep -o '<svg version.*height="[0-9]*"' svg | sed 's/.*width/width/'
  width="1200" height="164"
  $ grep -o 'id="[a-z]*" .*y="[0-9.]*">' svg | grep -v '<\|class="row'
  id="title" x="50%" y="24">
  id="details" x="10" y="117">
  id="unzoom" class="hide" x="10" y="24">
  id="search" class="hide" x="100%" transform="translate(-10,0)" y="24">
  id="ignorecase" class="hide" x="100%" transform="translate(-110,0)" y="24">
  id="matched" x="100%" transform="translate(-10,0)" y="117">
  $ sed -n '/id="legend"/,/<.g>/s/.*<text \(.*\)<.text>/\1/p' svg
  x="23.5" y="140">-50 less
  x="110.2" y="140">same
  x="167.62" y="140">+50 more
  x="254.32" y="140">up to 16.00% vanished
  x="10" y="158">Largest change: -50, -20.00 percentage points in shrink
  $ sed 's/shrink/a_name_that_is_much_too_long_for_so_small_a_picture/' in | flamegraph --width 500 --inverted >svg
  $ legend svg
  rgb(100,100,255)
  -50 less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  +50 more
  url(#-hatch)
  up to 16.00% vanished
  Largest change: -50, -20.00 percentage points in a_name_that_is..
  $ flamegraph --no-javascript --factor 1e-1 --diff-scale frame in >svg
  $ legend svg
  rgb(100,100,255)
  less (gone)
  rgb(190,188,184)
  same
  rgb(255,100,100)
  more (new)
  url(#-hatch)
  up to 16.00% vanished
  Largest change: -5, -20.00 percentage points in shrink
  $ flamegraph --colordiffusion in | grep "id=.legend" || echo "no legend"
  no legend

# diff-legend-factor

  $ legend() # FILE - its patches and texts
  > {
  > 	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
  > 		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
  > }

Twice of everything is more, but no share changed; nothing at all is said too.

  $ printf 'a;b 10 20\nc 5 10\n' | flamegraph >svg
  $ legend svg
  rgb(100,100,255)
  -15 less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  +15 more
  all: 15 samples -&gt; 30 samples (+100 %); no share changed
  $ printf 'a;b 10 10\n' | flamegraph >svg
  $ legend svg
  rgb(100,100,255)
  less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  more
  Nothing changed

# diff-marks-merged

  $ marks() # FILE - where marks are, in percent and pixels, and their titles
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
  > }

Marks that would lie on each other are one; a mark of narrow frames goes to the nearest
ancestor that is drawn.

  $ for n in 1 2 3 4 5; do printf 'm;a%s;x 1 0\nm;a%s 1 1\n' $n $n; done >in
  $ printf 'm;z 9999 9999\n' >>in
  $ flamegraph --min-vanished 0 in >svg
  $ marks svg
  0.01% translate(7.9980,0) 37 5 frames vanished here, the largest: x (was 1 samples, 0.01%)
  $ grep -o '^"marks.*' svg
  "marks":[2,1,1,8,1,1,3,1,1,8,1,1,4,1,1,8,1,1,5,1,1,8,1,1,6,1,1,8,1,1]}
  $ flamegraph --min-vanished 0 --minwidth 3 in >svg
  $ marks svg
  0.01% translate(8.9980,0) 37 5 frames vanished here, the largest: x (was 1 samples, 0.01%)
  $ grep -o 'hidden_frames.*' svg
  hidden_frames="5" vanished_frames="5" new_frames="0">

# diff-min-vanished

  $ marks() # FILE - titles and strength of the marks, and what the legend says of them
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* height="[0-9]*"\(.*\)><title>\(.*\)<.title>.*/\2\1/p' "$1"
  > 	sed -n '/id="legend"/,/<.g>/s/.*>\([^<]*vanished\|vanished:[^<]*\|new:[^<]*\)<.*/legend: \1/p' "$1"
  > }

A mark is where what vanished was half a percent of the whole, or what the option says; the
largest is opaque. Callees do not count again, neighbours that share a mark count together.

  $ printf 'm;a 100 100\nm;a;most 40 0\nm;a;most;leaf 10 0\nm;b 100 100\nm;b;half 5 0\nm;c 100 100\nm;c;less 4 0\n' >in
  $ printf 'm;d1 0 1\nm;d2;tiny 3 0\nm;d2 0 1\nm;d3 0 1\nm;d4;tiny 3 0\nm;d4 0 1\nm;z 635 700\n' >>in
  $ for option in "" "--min-vanished 0.4" "--min-vanished=0.4%" "--min-vanished 2%" "--min-vanished 100" "--diff-width before"; do
  > 	echo "options: $option"
  > 	flamegraph $option in >svg
  > 	marks svg
  > 	grep -o '^"minmark.*' svg
  > done
  options:\x20 (esc)
  2 frames vanished here, the largest: most (was 50 samples, 5.00%)
  1 frame vanished here: half (was 5 samples, 0.50%) fill-opacity="0.28"
  legend: up to 5.00% vanished
  "minmark":0.5,
  options: --min-vanished 0.4
  2 frames vanished here, the largest: most (was 50 samples, 5.00%)
  1 frame vanished here: half (was 5 samples, 0.50%) fill-opacity="0.28"
  1 frame vanished here: less (was 4 samples, 0.40%) fill-opacity="0.26"
  legend: up to 5.00% vanished
  "minmark":0.4,
  options: --min-vanished=0.4%
  2 frames vanished here, the largest: most (was 50 samples, 5.00%)
  1 frame vanished here: half (was 5 samples, 0.50%) fill-opacity="0.28"
  1 frame vanished here: less (was 4 samples, 0.40%) fill-opacity="0.26"
  legend: up to 5.00% vanished
  "minmark":0.4,
  options: --min-vanished 2%
  2 frames vanished here, the largest: most (was 50 samples, 5.00%)
  legend: up to 5.00% vanished
  "minmark":2,
  options: --min-vanished 100
  legend: vanished: each less than 100%
  "minmark":100,
  options: --diff-width before
  legend: new: each less than 0.5%
  "minmark":0.5,
  $ grep -c '^"marks":\[.' svg
  1
  $ for value in "" x -1 101 1e1 %; do
  > 	flamegraph --min-vanished "$value" in
  > 	echo $?
  > done
  2
  2
  2
  2
  2
  2
  $ echo 'a 1' | flamegraph --min-vanished 1 >svg
  $ flamegraph --text --min-vanished 1 in
  [2]
  $ ln -s "$(command -v flamegraph)" inferno-flamegraph
  $ ./inferno-flamegraph --min-vanished 1 in 2>&1 | grep -o 'min-vanished'
  min-vanished
  $ cat err
  flamegraph: option '--min-vanished' cannot take '': it is a percentage from 0 to 100; try 'flamegraph --help'
  flamegraph: option '--min-vanished' cannot take 'x': it is a percentage from 0 to 100; try 'flamegraph --help'
  flamegraph: option '--min-vanished' cannot take '-1': it is a percentage from 0 to 100; try 'flamegraph --help'
  flamegraph: option '--min-vanished' cannot take '101': it is a percentage from 0 to 100; try 'flamegraph --help'
  flamegraph: option '--min-vanished' cannot take '1e1': it is a percentage from 0 to 100; try 'flamegraph --help'
  flamegraph: option '--min-vanished' cannot take '%': it is a percentage from 0 to 100; try 'flamegraph --help'
  flamegraph: no line has two counts: --min-vanished changes nothing
  flamegraph: options '--text' and '--min-vanished' exclude each other

# diff-moved

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ marks() # FILE - where marks are, in percent and pixels, and their titles
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
  > }

What moved under another parent vanished there and is new here; main did not change.

  $ printf 'main;a;f 30 0\nmain;b;f 0 30\nmain;a 35 35\nmain;b 35 35\n' | flamegraph >svg
  $ frames svg
  rgb(190,188,184) all (100 samples, was 100: 0, x1.00, 100%)
  rgb(190,188,184) main (100 samples, was 100: 0, x1.00, 100.00% -&gt; 100.00%)
  rgb(100,100,255) a (35 samples, was 65: -30, x0.54, 65.00% -&gt; 35.00%)
  rgb(255,100,100) b (65 samples, was 35: +30, x1.86, 35.00% -&gt; 65.00%)
  rgb(255,100,100) f (30 samples, was 0: +30, 0.00% -&gt; 30.00%)
  $ marks svg
  35% translate(1.0000,0) 37 1 frame vanished here: f (was 30 samples, 30.00%)

# diff-negate

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ marks() # FILE - where marks are, in percent and pixels, and their titles
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
  > }
  $ legend() # FILE - its patches and texts
  > {
  > 	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
  > 		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
  > }

More and less change colours, in frames, marks and legend; texts do not.

  $ printf 'main;grow;child 20 60\nmain;shrink 80 30\nmain;old 25 0\nmain;old;deep 15 0\nmain;fresh 0 25\nmain;a;moved 30 0\nmain;b;moved 0 30\nmain;a 10 10\nmain;b 10 10\nmain;same 40 40\nidle 20 45\n' >in
  $ flamegraph --negate --diff-palette blue-orange in >svg
  $ frames svg
  rgb(190,188,184) all (250 samples, was 250: 0, x1.00, 100%)
  rgb(115,170,224) idle (45 samples, was 20: +25, x2.25, 8.00% -&gt; 18.00%)
  rgb(221,154,87) main (205 samples, was 230: -25, x0.89, 92.00% -&gt; 82.00%)
  rgb(225,148,73) a (10 samples, was 40: -30, x0.25, 16.00% -&gt; 4.00%)
  rgb(104,166,228) b (40 samples, was 10: +30, x4.00, 4.00% -&gt; 16.00%)
  rgb(115,170,224) fresh (25 samples, was 0: +25, 0.00% -&gt; 10.00%)
  rgb(82,158,234) grow (60 samples, was 20: +40, x3.00, 8.00% -&gt; 24.00%)
  rgb(190,188,184) same (40 samples, was 40: 0, x1.00, 16.00% -&gt; 16.00%)
  rgb(240,125,15) shrink (30 samples, was 80: -50, x0.38, 32.00% -&gt; 12.00%)
  rgb(104,166,228) moved (30 samples, was 0: +30, 0.00% -&gt; 12.00%)
  rgb(82,158,234) child (60 samples, was 20: +40, x3.00, 8.00% -&gt; 24.00%)
  $ marks svg
  22% translate(3.6000,0) 37 1 frame vanished here: moved (was 30 samples, 12.00%)
  72% translate(-5.4000,0) 53 2 frames vanished here, the largest: old (was 40 samples, 16.00%)
  $ legend svg
  rgb(240,125,15)
  -50 less
  rgb(190,188,184)
  same
  rgb(60,150,240)
  +50 more
  url(#-hatch)
  up to 16.00% vanished
  Largest change: -50, -20.00 percentage points in shrink
  $ grep -o 'userSpaceOnUse.*stroke=' svg
  userSpaceOnUse"><rect width="4" height="4" fill="rgb(240,125,15)"/><path d="M-1 1l2-2M0 4l4-4M3 5l2-2" stroke=
  $ flamegraph --negate --diff-scale frame --diff-width both --diff-normalize in >svg
  $ frames svg
  rgb(190,188,184) all (250 samples, was 250: 100%)
  rgb(135,135,232) idle (45 samples, was 20: 8.00% -&gt; 18.00%)
  rgb(206,171,167) main (205 samples, was 230: 92.00% -&gt; 82.00%)
  rgb(242,120,119) a (10 samples, was 40: 16.00% -&gt; 4.00%)
  rgb(120,120,242) b (40 samples, was 10: 4.00% -&gt; 16.00%)
  rgb(100,100,255) fresh (25 samples, was 0: 0.00% -&gt; 10.00%)
  rgb(126,126,238) grow (60 samples, was 20: 8.00% -&gt; 24.00%)
  rgb(255,100,100) old (0 samples, was 40: 16.00% -&gt; 0.00%)
  rgb(190,188,184) same (40 samples, was 40: 16.00% -&gt; 16.00%)
  rgb(235,130,128) shrink (30 samples, was 80: 32.00% -&gt; 12.00%)
  rgb(255,100,100) moved (0 samples, was 30: 12.00% -&gt; 0.00%)
  rgb(100,100,255) moved (30 samples, was 0: 0.00% -&gt; 12.00%)
  rgb(126,126,238) child (60 samples, was 20: 8.00% -&gt; 24.00%)
  rgb(255,100,100) deep (0 samples, was 15: 6.00% -&gt; 0.00%)
  $ legend svg
  rgb(255,100,100)
  less (gone)
  rgb(190,188,184)
  same
  rgb(100,100,255)
  more (new)
  Largest change: -20.00 percentage points in shrink

# diff-new

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }

New frames were 0 before.

  $ printf 'main;fresh;leaf 0 30\nmain;rest 100 70\n' | flamegraph >svg
  $ frames svg
  rgb(190,188,184) all (100 samples, was 100: 0, x1.00, 100%)
  rgb(190,188,184) main (100 samples, was 100: 0, x1.00, 100.00% -&gt; 100.00%)
  rgb(255,100,100) fresh (30 samples, was 0: +30, 0.00% -&gt; 30.00%)
  rgb(100,100,255) rest (70 samples, was 100: -30, x0.70, 100.00% -&gt; 70.00%)
  rgb(255,100,100) leaf (30 samples, was 0: +30, 0.00% -&gt; 30.00%)
  $ grep -o 'vanished_frames.*' svg
  vanished_frames="0" new_frames="2">
  $ grep 'id="marks"' svg || echo 'no marks'
  no marks

# diff-normalize

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ legend() # FILE - its patches and texts
  > {
  > 	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
  > 		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
  > }

The first counts are scaled to the second total, and the subtitle says by how much.

  $ printf 'main;a 60 10\nmain;b 30 20\nmain;c 10 10\nrest 100 60\n' >in
  $ flamegraph in >svg
  $ frames svg
  rgb(100,100,255) all (100 samples, was 200: -100, x0.50, 100%)
  rgb(132,132,234) main (40 samples, was 100: -60, x0.40, 50.00% -&gt; 40.00%)
  rgb(148,148,224) rest (60 samples, was 100: -40, x0.60, 50.00% -&gt; 60.00%)
  rgb(140,140,229) a (10 samples, was 60: -50, x0.17, 30.00% -&gt; 10.00%)
  rgb(172,172,208) b (20 samples, was 30: -10, x0.67, 15.00% -&gt; 20.00%)
  rgb(190,188,184) c (10 samples, was 10: 0, x1.00, 5.00% -&gt; 10.00%)
  $ flamegraph --diff-normalize in >svg
  $ frames svg
  rgb(190,188,184) all (100 samples, was 100: 100%)
  rgb(140,140,229) main (40 samples, was 50: 50.00% -&gt; 40.00%)
  rgb(228,140,138) rest (60 samples, was 50: 50.00% -&gt; 60.00%)
  rgb(100,100,255) a (10 samples, was 30: 30.00% -&gt; 10.00%)
  rgb(214,160,157) b (20 samples, was 15: 15.00% -&gt; 20.00%)
  rgb(214,160,157) c (10 samples, was 5: 5.00% -&gt; 10.00%)
  $ legend svg
  rgb(100,100,255)
  20.00% less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  20.00% more
  Largest change: -20.00 percentage points in a
  $ grep -o 'id="subtitle.*' svg
  id="subtitle" x="50%" y="48">first profile multiplied by 0.5</text>
  $ grep -oE '^"(total|scale|before|beforetotal|normalized)".*' svg
  "scale":6,
  "beforetotal":100000000,
  "before":[100000000,50000000,30000000,15000000,5000000,50000000],
  "normalized":true,
  $ flamegraph --diff-normalize --subtitle 'Rev. 2' in | grep -o 'id="subtitle.*'
  id="subtitle" x="50%" y="48">Rev. 2; first profile multiplied by 0.5</text>
  $ flamegraph --diff-normalize --diff-width both in | grep -o 'total_samples="[0-9]*"'
  total_samples="200"
  $ flamegraph --diff-normalize --flamechart --reverse in | grep -o '<title>[^<]*'
  <title>all (100 samples, was 100: 100%)
  <title>a (10 samples, was 30: 30.00% -&gt; 10.00%)
  <title>b (20 samples, was 15: 15.00% -&gt; 20.00%)
  <title>c (10 samples, was 5: 5.00% -&gt; 10.00%)
  <title>rest (60 samples, was 50: 50.00% -&gt; 60.00%)
  <title>main (10 samples, was 30: 30.00% -&gt; 10.00%)
  <title>main (20 samples, was 15: 15.00% -&gt; 20.00%)
  <title>main (10 samples, was 5: 5.00% -&gt; 10.00%)

# diff-normalize-small

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ marks() # FILE - where marks are, in percent and pixels, and their titles
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
  > }

What is scaled down below one count keeps its share, and stays what it was: vanished.

  $ printf 'a;gone 4 0\na;left 996 100\n' >in
  $ flamegraph --diff-normalize --min-vanished 0.4 in >svg
  $ frames svg
  rgb(190,188,184) all (100 samples, was 100: 100%)
  rgb(190,188,184) a (100 samples, was 100: 100.00% -&gt; 100.00%)
  rgb(255,100,100) left (100 samples, was 100: 99.60% -&gt; 100.00%)
  $ marks svg
  0% translate(10.0000,0) 61 1 frame vanished here: gone (was 0 samples, 0.40%)
  $ printf 'a 3.5 1.25\nb 1.5 1.25\n' | flamegraph --diff-normalize | grep -o '<title>.*</title>\|id="subtitle.*'
  id="subtitle" x="50%" y="48">first profile multiplied by 0.5</text>
  <title>all (3 samples, was 3: 100%)</title>
  <title>a (1 samples, was 2: 70.00% -&gt; 50.00%)</title>
  <title>b (1 samples, was 1: 30.00% -&gt; 50.00%)</title>
  $ printf 'a 18446744073709551614 0\nb 1 3\nc 0 4\n' | flamegraph --diff-normalize | grep -o '<title>.*</title>\|id="subtitle.*'
  id="subtitle" x="50%" y="48">first profile multiplied by 0</text>
  <title>all (7 samples, was 7: 100%)</title>
  <title>b (3 samples, was 0: 0.00% -&gt; 42.86%)</title>
  <title>c (4 samples, was 0: 0.00% -&gt; 57.14%)</title>
  <title>1 frame vanished here: a (was 7 samples, 100.00%)</title>
  $ printf 'a 0 5\n' | flamegraph --diff-normalize | grep -o '<title>.*</title>\|id="subtitle.*'
  <title>all (5 samples, was 0: +5, 100%)</title>
  <title>a (5 samples, was 0: +5, 0.00% -&gt; 100.00%)</title>
  $ cat err
  flamegraph: one of the profiles has no counts: --diff-normalize changes nothing

# diff-one-column
Options of differentials say when there is none.

  $ printf 'a 5\n' | flamegraph --diff-width both --diff-scale frame --diff-palette blue-orange --diff-normalize | grep -o '<title>.*</title>'
  <title>all (5 samples, 100%)</title>
  <title>a (5 samples, 100.00%)</title>
  $ cat err
  flamegraph: no line has two counts: --diff-width changes nothing
  flamegraph: no line has two counts: --diff-scale changes nothing
  flamegraph: no line has two counts: --diff-palette changes nothing
  flamegraph: no line has two counts: --diff-normalize changes nothing

# diff-own-name
The other names do not have the options, nor the marks and the legend.

  $ printf 'a 5 9\nb 3 0\n' >in
  $ for tool in flamegraph.pl inferno-flamegraph; do
  > 	$tool in | grep -oE '<title>.*</title>|vanished_frames|id="(marks|legend)"|^"marks'
  > 	$tool --diff-width both in >svg 2>err
  > 	echo $?
  > done
  <title>all (9 samples, 100%)</title>
  <title>a (9 samples, 100.00%; +44.44%)</title>
  255
  <title>all (9 samples, 100%)</title>
  <title>a (9 samples, 100.00%; +44.44%)</title>
  2
  $ cat err
  flamegraph.pl: Stack count is low (9). Did something go wrong?

# diff-palette

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }

Both palettes: less, same and more at full and at half strength, and the marks of what vanished.

  $ printf 'less 100 0\nless;self 50 100\nhalf 50 0\nsame 5 5\nmore 0 100\nsome 0 50\n' >in
  $ for palette in red-blue blue-orange; do
  > 	echo "$palette:"
  > 	flamegraph --diff-palette $palette --diff-width both in >svg
  > 	frames svg | sed 's/ (.*//'
  > 	flamegraph --diff-palette $palette in | grep -o 'userSpaceOnUse.*stroke='
  > done
  red-blue:
  rgb(228,140,138) all
  rgb(140,140,229) half
  rgb(140,140,229) less
  rgb(255,100,100) more
  rgb(190,188,184) same
  rgb(228,140,138) some
  rgb(228,140,138) self
  userSpaceOnUse"><rect width="4" height="4" fill="rgb(100,100,255)"/><path d="M-1 1l2-2M0 4l4-4M3 5l2-2" stroke=
  blue-orange:
  rgb(221,154,87) all
  rgb(115,170,224) half
  rgb(115,170,224) less
  rgb(240,125,15) more
  rgb(190,188,184) same
  rgb(221,154,87) some
  rgb(221,154,87) self
  userSpaceOnUse"><rect width="4" height="4" fill="rgb(60,150,240)"/><path d="M-1 1l2-2M0 4l4-4M3 5l2-2" stroke=
  $ flamegraph --diff-palette green in
  [2]
  $ cat err
  flamegraph: option '--diff-palette' has no value 'green': it is one of red-blue, blue-orange; try 'flamegraph --help'

# diff-scale

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ legend() # FILE - its patches and texts
  > {
  > 	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
  > 		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
  > }

The strength of a colour: of the largest change, or of the frame.

  $ printf 'main;grow;child 20 60\nmain;shrink 80 30\nmain;old 25 0\nmain;old;deep 15 0\nmain;fresh 0 25\nmain;a;moved 30 0\nmain;b;moved 0 30\nmain;a 10 10\nmain;b 10 10\nmain;same 40 40\nidle 20 45\n' >in
  $ for scale in total frame; do
  > 	echo "$scale:"
  > 	flamegraph --diff-scale $scale in >svg
  > 	frames svg
  > 	legend svg
  > done
  total:
  rgb(190,188,184) all (250 samples, was 250: 0, x1.00, 100%)
  rgb(228,140,138) idle (45 samples, was 20: +25, x2.25, 8.00% -&gt; 18.00%)
  rgb(140,140,229) main (205 samples, was 230: -25, x0.89, 92.00% -&gt; 82.00%)
  rgb(132,132,234) a (10 samples, was 40: -30, x0.25, 16.00% -&gt; 4.00%)
  rgb(233,132,130) b (40 samples, was 10: +30, x4.00, 4.00% -&gt; 16.00%)
  rgb(228,140,138) fresh (25 samples, was 0: +25, 0.00% -&gt; 10.00%)
  rgb(244,116,115) grow (60 samples, was 20: +40, x3.00, 8.00% -&gt; 24.00%)
  rgb(190,188,184) same (40 samples, was 40: 0, x1.00, 16.00% -&gt; 16.00%)
  rgb(100,100,255) shrink (30 samples, was 80: -50, x0.38, 32.00% -&gt; 12.00%)
  rgb(233,132,130) moved (30 samples, was 0: +30, 0.00% -&gt; 12.00%)
  rgb(244,116,115) child (60 samples, was 20: +40, x3.00, 8.00% -&gt; 24.00%)
  rgb(100,100,255)
  -50 less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  +50 more
  url(#-hatch)
  up to 16.00% vanished
  Largest change: -50, -20.00 percentage points in shrink
  frame:
  rgb(190,188,184) all (250 samples, was 250: 0, x1.00, 100%)
  rgb(231,135,133) idle (45 samples, was 20: +25, x2.25, 8.00% -&gt; 18.00%)
  rgb(171,171,208) main (205 samples, was 230: -25, x0.89, 92.00% -&gt; 82.00%)
  rgb(120,120,242) a (10 samples, was 40: -30, x0.25, 16.00% -&gt; 4.00%)
  rgb(242,120,119) b (40 samples, was 10: +30, x4.00, 4.00% -&gt; 16.00%)
  rgb(255,100,100) fresh (25 samples, was 0: +25, 0.00% -&gt; 10.00%)
  rgb(237,126,125) grow (60 samples, was 20: +40, x3.00, 8.00% -&gt; 24.00%)
  rgb(190,188,184) same (40 samples, was 40: 0, x1.00, 16.00% -&gt; 16.00%)
  rgb(130,130,236) shrink (30 samples, was 80: -50, x0.38, 32.00% -&gt; 12.00%)
  rgb(255,100,100) moved (30 samples, was 0: +30, 0.00% -&gt; 12.00%)
  rgb(237,126,125) child (60 samples, was 20: +40, x3.00, 8.00% -&gt; 24.00%)
  rgb(100,100,255)
  less (gone)
  rgb(190,188,184)
  same
  rgb(255,100,100)
  more (new)
  url(#-hatch)
  up to 16.00% vanished
  Largest change: -50, -20.00 percentage points in shrink

# diff-shrunk

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }

What shrank is blue; who lost nothing of its own shrank by what its callees lost.

  $ printf 'main;parent;child 60 20\nmain;parent 5 5\nmain;rest 35 75\n' | flamegraph >svg
  $ frames svg
  rgb(190,188,184) all (100 samples, was 100: 0, x1.00, 100%)
  rgb(190,188,184) main (100 samples, was 100: 0, x1.00, 100.00% -&gt; 100.00%)
  rgb(100,100,255) parent (25 samples, was 65: -40, x0.38, 65.00% -&gt; 25.00%)
  rgb(255,100,100) rest (75 samples, was 35: +40, x2.14, 35.00% -&gt; 75.00%)
  rgb(100,100,255) child (20 samples, was 60: -40, x0.33, 60.00% -&gt; 20.00%)

# diff-unchanged

  $ legend() # FILE - its patches and texts
  > {
  > 	sed -n '/id="legend"/,/<.g>/s/.*\(fill="[^"]*\|>[^<].*\)[">].*/\1/p' "$1" |
  > 		sed 's/fg-[0-9a-f]*//; s/<.*//; s/^>//; s/fill="//; s/".*//'
  > }

A profile beside itself: nothing but grey, no marks, and the legend says so.

  $ awk '{print $0, $NF}' "$FIXTURES/folded/plain.folded" >in
  $ flamegraph in >svg
  $ grep -o '{fill:rgb.*' svg
  {fill:rgb(190,188,184)}
  $ grep -o 'vanished_frames.*' svg
  vanished_frames="0" new_frames="0">
  $ grep 'id="marks"' svg || echo 'no marks'
  no marks
  $ grep '<title>' svg | grep -v ' 0\.00%)' | grep -cv 'narrower'
  20
  $ legend svg
  rgb(100,100,255)
  less
  rgb(190,188,184)
  same
  rgb(255,100,100)
  more
  Nothing changed
  $ for option in --diff-width=before --diff-width=both --diff-scale=frame --diff-normalize; do
  > 	flamegraph $option in | grep -o '{fill:rgb.*'
  > done
  {fill:rgb(190,188,184)}
  {fill:rgb(190,188,184)}
  {fill:rgb(190,188,184)}
  {fill:rgb(190,188,184)}

# diff-vanished

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ marks() # FILE - where marks are, in percent and pixels, and their titles
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
  > }

Vanished frames have no width: one mark a parent and gap says how many and names the
largest; also in a row that no frame is left in. They are no frames, but they are counted.

  $ printf 'm;a;gone 3 0\nm;b 10 10\nm;c;deep 5 0\nm;d 7 0\nm;e 10 30\nm;f 9 0\nm;a 20 20\n' >in
  $ flamegraph -v in >svg
  $ frames svg
  rgb(164,164,213) all (60 samples, was 64: -4, x0.94, 100%)
  rgb(164,164,213) m (60 samples, was 64: -4, x0.94, 100.00% -&gt; 100.00%)
  rgb(168,168,210) a (20 samples, was 23: -3, x0.87, 35.94% -&gt; 33.33%)
  rgb(190,188,184) b (10 samples, was 10: 0, x1.00, 15.62% -&gt; 16.67%)
  rgb(255,100,100) e (30 samples, was 10: +20, x3.00, 15.62% -&gt; 50.00%)
  $ marks svg
  33.3333% translate(1.3333,0) 37 1 frame vanished here: gone (was 3 samples, 4.69%)
  50% translate(-1.0000,0) 53 3 frames vanished here, the largest: d (was 7 samples, 10.94%)
  100% translate(-12.0000,0) 53 1 frame vanished here: f (was 9 samples, 14.06%)
  $ grep -o 'hidden_frames.*' svg
  hidden_frames="0" vanished_frames="5" new_frames="0">
  $ grep -o '<svg id="frames".* viewBox' svg
  <svg id="frames" x="10" y="52" width="1180" height="48" viewBox
  $ grep -o '^"marks.*' svg
  "marks":[2,20,1,5,3,3,1,30,3,6,7,12,1,60,1,7,9,9]}
  $ grep -o '^"names.*' svg
  "names":["","m","a","b","e","gone","d","f"],
  $ flamegraph --inverted in >svg
  $ marks svg
  33.3333% translate(1.3333,0) 100 1 frame vanished here: gone (was 3 samples, 4.69%)
  50% translate(-1.0000,0) 84 3 frames vanished here, the largest: d (was 7 samples, 10.94%)
  100% translate(-12.0000,0) 84 1 frame vanished here: f (was 9 samples, 14.06%)
  $ flamegraph --minwidth 0 in >svg
  $ frames svg | wc -l
  5
  $ cat err
  flamegraph: Stack count is low (60). Did something go wrong?
  flamegraph: 5 of 10 frames drawn, 0 narrower than the minimum width
  flamegraph: the totals differ: --diff-normalize makes them equal
  flamegraph: frames only one profile has: 5 vanished, 0 new

# diff-width

  $ frames() # FILE - each frame's colour and title
  > {
  > 	sed -n 's/^<rect.* class="\(c[0-9]*\)"><title>\(.*\)<\/title>.*/\1 \2/p' "$1" |
  > 		while read -r class title; do
  > 			echo "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1") $title"
  > 		done
  > }
  $ marks() # FILE - where marks are, in percent and pixels, and their titles
  > {
  > 	sed -n '/id="marks"/,/<.g>/s/.* x="\([^"]*\)" transform="\([^"]*\)" y="\([0-9]*\)".*<title>\(.*\)<.title>.*/\1 \2 \3 \4/p' "$1"
  > }

Widths show the second count, the first, or both together; colours and titles stay.

  $ printf 'main;old 40 0\nmain;new 0 10\nmain;same 50 50\nrest 10 20\n' >in
  $ for width in after before both; do
  > 	echo "$width:"
  > 	flamegraph --diff-width $width in >svg
  > 	grep -o '^<rect.*width="[0-9]*".*<title>[^ ]*' svg | sed 's/height.*<title>//'
  > 	frames svg | sort
  > 	marks svg
  > 	grep -o 'total_samples.*' svg
  > 	grep -oE '^"(frames|before|after|beforetotal|aftertotal|diffwidth)".*' svg
  > done
  after:
  <rect width="1048576" all
  <rect width="786432" main
  <rect x="786432" width="262144" rest
  <rect width="131072" new
  <rect x="131072" width="655360" same
  <rect x="12.5%" transform="translate(6.5000,0)" y="37" width="2" 1
  rgb(120,120,242) main (60 samples, was 90: -30, x0.67, 90.00% -&gt; 75.00%)
  rgb(140,140,229) all (80 samples, was 100: -20, x0.80, 100%)
  rgb(190,188,184) same (50 samples, was 50: 0, x1.00, 50.00% -&gt; 62.50%)
  rgb(214,160,157) new (10 samples, was 0: +10, 0.00% -&gt; 12.50%)
  rgb(214,160,157) rest (20 samples, was 10: +10, x2.00, 10.00% -&gt; 25.00%)
  12.5% translate(6.5000,0) 37 1 frame vanished here: old (was 40 samples, 40.00%)
  total_samples="80" hidden_frames="0" vanished_frames="1" new_frames="1">
  "frames":[0,80,0,0,60,1,0,10,2,2,50,3,4,20,4],
  "beforetotal":100,
  "before":[100,90,0,50,10],
  "diffwidth":"after",
  before:
  <rect width="1048576" all
  <rect width="943718" main
  <rect x="943718" width="104858" rest
  <rect width="419430" old
  <rect x="419430" width="524288" same
  <rect x="0%" transform="translate(10.0000,0)" y="37" width="2" 1
  rgb(100,100,255) old (0 samples, was 40: -40, 40.00% -&gt; 0.00%)
  rgb(120,120,242) main (60 samples, was 90: -30, x0.67, 90.00% -&gt; 75.00%)
  rgb(140,140,229) all (80 samples, was 100: -20, x0.80, 100%)
  rgb(190,188,184) same (50 samples, was 50: 0, x1.00, 50.00% -&gt; 62.50%)
  rgb(214,160,157) rest (20 samples, was 10: +10, x2.00, 10.00% -&gt; 25.00%)
  0% translate(10.0000,0) 37 1 new frame here: new (10 samples, 12.50%)
  total_samples="100" hidden_frames="0" vanished_frames="1" new_frames="1">
  "frames":[0,100,0,0,90,1,0,40,2,2,50,3,4,10,4],
  "beforetotal":100,
  "before":[100,90,40,50,10],
  "diffwidth":"before",
  "aftertotal":80,
  "after":[80,60,0,50,20],
  both:
  <rect width="1048576" all
  <rect width="873813" main
  <rect x="873813" width="174763" rest
  <rect width="58254" new
  <rect x="58254" width="233017" old
  <rect x="291271" width="582542" same
  rgb(100,100,255) old (0 samples, was 40: -40, 40.00% -&gt; 0.00%)
  rgb(120,120,242) main (60 samples, was 90: -30, x0.67, 90.00% -&gt; 75.00%)
  rgb(140,140,229) all (80 samples, was 100: -20, x0.80, 100%)
  rgb(190,188,184) same (50 samples, was 50: 0, x1.00, 50.00% -&gt; 62.50%)
  rgb(214,160,157) new (10 samples, was 0: +10, 0.00% -&gt; 12.50%)
  rgb(214,160,157) rest (20 samples, was 10: +10, x2.00, 10.00% -&gt; 25.00%)
  total_samples="180" hidden_frames="0" vanished_frames="1" new_frames="1">
  "frames":[0,180,0,0,150,1,0,10,2,2,40,3,2,100,4,4,30,5],
  "beforetotal":100,
  "before":[100,90,0,40,50,10],
  "diffwidth":"both",
  "aftertotal":80,
  "after":[80,60,10,0,50,20],

# diff-width-overflow
Both counts together must fit in 64 bits.

  $ printf 'a 18446744073709551610 0\nb 0 5\n' | flamegraph --diff-width both | grep -o 'total_samples="[0-9]*"'
  total_samples="18446744073709551615"
  $ printf 'a 18446744073709551610 0\nb 0 6\n' | flamegraph --diff-width both
  [1]
  $ cat err
  flamegraph: the sum of both columns is beyond 2^64-1

# diff-width-total
The total is that of the widths.

  $ printf 'a 40 10\nb 20 10\n' >in
  $ for width in after before both; do
  > 	flamegraph --diff-width $width --total 100 in | grep -o '<title>[^<]*\|total_samples="[0-9]*"'
  > done
  total_samples="100"
  <title>all (100 samples, was 60: +40, x1.67, 100%)
  <title>a (10 samples, was 40: -30, x0.25, 66.67% -&gt; 10.00%)
  <title>b (10 samples, was 20: -10, x0.50, 33.33% -&gt; 10.00%)
  total_samples="100"
  <title>all (20 samples, was 100: -80, x0.20, 100%)
  <title>a (10 samples, was 40: -30, x0.25, 40.00% -&gt; 50.00%)
  <title>b (10 samples, was 20: -10, x0.50, 20.00% -&gt; 50.00%)
  total_samples="100"
  <title>all (20 samples, was 60: -40, x0.33, 100%)
  <title>a (10 samples, was 40: -30, x0.25, 66.67% -&gt; 50.00%)
  <title>b (10 samples, was 20: -10, x0.50, 33.33% -&gt; 50.00%)

# differential

  $ printf 'a;b 10 30\na;c 20 10\nold 5 0\nnew 0 5\n' | flamegraph >svg
  $ grep -o '<title>.*</title>' svg
  <title>all (45 samples, was 35: +10, x1.29, 100%)</title>
  <title>a (40 samples, was 30: +10, x1.33, 85.71% -&gt; 88.89%)</title>
  <title>new (5 samples, was 0: +5, 0.00% -&gt; 11.11%)</title>
  <title>b (30 samples, was 10: +20, x3.00, 28.57% -&gt; 66.67%)</title>
  <title>c (10 samples, was 20: -10, x0.50, 57.14% -&gt; 22.22%)</title>
  <title>1 frame vanished here: old (was 5 samples, 14.29%)</title>
  $ grep -o 'c[0-9]*{fill.*' svg
  c0{fill:rgb(228,140,138)}
  c1{fill:rgb(255,100,100)}
  c2{fill:rgb(140,140,229)}
  c3{fill:rgb(214,160,157)}
  $ grep -o '^"before.*' svg
  "beforetotal":35,
  "before":[35,30,10,20,0],

# differential-duplicates
Lines of one stack are added up, in both columns.

  $ printf 'a;b 10 20\na;b 10 5\na;b 7\n' | flamegraph | grep -o '<title>[^<]*' | cut -c8-
  all (32 samples, was 27: +5, x1.19, 100%)
  a (32 samples, was 27: +5, x1.19, 100.00% -&gt; 100.00%)
  b (32 samples, was 27: +5, x1.19, 100.00% -&gt; 100.00%)

# differential-one-column
A line with one number did not change.

  $ printf 'a 10 30\nb 7\n' | flamegraph | grep -o '<title>.*</title>'
  <title>all (37 samples, was 17: +20, x2.18, 100%)</title>
  <title>a (30 samples, was 10: +20, x3.00, 58.82% -&gt; 81.08%)</title>
  <title>b (7 samples, was 7: 0, x1.00, 41.18% -&gt; 18.92%)</title>

# differential-shades

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Grey for no difference; the strongest red and blue are readable.

  $ printf 'a 0 100\nb 100 0\nc 5 5\nd 0 50\n' | flamegraph >svg
  $ colors svg
  all rgb(228,140,138)
  a rgb(255,100,100)
  c rgb(190,188,184)
  d rgb(228,140,138)

# empty

  $ flamegraph
  <?xml version="1.0" standalone="no"?>
  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
  <svg version="1.1" width="1200" height="60" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <text text-anchor="middle" x="600" y="24" font-size="12" font-family="monospace">ERROR: no stacks in the input</text>
  </svg>
  [1]
  $ cat err
  flamegraph: no stacks in the input

# empty-file

  $ printf 'a 0\n' | flamegraph -o out.svg --width 400 --fontsize 10
  [1]
  $ code=$?
  $ cat out.svg
  <?xml version="1.0" standalone="no"?>
  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
  <svg version="1.1" width="400" height="50" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <text text-anchor="middle" x="200" y="20" font-size="10" font-family="monospace">ERROR: no stacks in the input</text>
  </svg>
  $ exit $code
  [1]
  $ cat err
  flamegraph: no stacks in the input

# encoding
The document is UTF-8, whatever is asked for.

  $ for name in UTF-8 ISO-8859-1 '"><x'; do
  > 	echo "é 1" | flamegraph --encoding "$name" | head -n 1
  > done
  <?xml version="1.0" encoding="UTF-8" standalone="no"?>
  <?xml version="1.0" encoding="UTF-8" standalone="no"?>
  <?xml version="1.0" encoding="UTF-8" standalone="no"?>
  $ echo "é 1" | flamegraph --encoding '' | head -n 1
  <?xml version="1.0" standalone="no"?>

# factor
Texts change, the picture does not.

  $ printf 'a;b 1500000\nc 500000\n' >in
  $ flamegraph --factor 1e-6 --countname ms in >svg
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (2 ms, 100%)
  a (2 ms, 75.00%)
  c (1 ms, 25.00%)
  b (2 ms, 75.00%)
  $ grep -o '"factor":[^,]*' svg
  "factor":0.000001
  $ grep -o 'total_samples="[^"]*"' svg
  total_samples="2000000"
  $ for factor in 2.5 .5 0.333333 1000; do
  > 	printf 'a 1\nb 2\n' | flamegraph --factor $factor | grep -o '<title>[^<]*' | cut -c8- | tr '\n' '|'
  > 	echo
  > done
  all (8 samples, 100%)|a (3 samples, 33.33%)|b (5 samples, 66.67%)|
  all (2 samples, 100%)|a (1 samples, 33.33%)|b (1 samples, 66.67%)|
  all (1 samples, 100%)|a (0 samples, 33.33%)|b (1 samples, 66.67%)|
  all (3,000 samples, 100%)|a (1,000 samples, 33.33%)|b (2,000 samples, 66.67%)|

# factor-bad

  $ for factor in 0 -1 abc '' 1e40; do
  > 	echo "a 1" | flamegraph --factor "$factor"
  > 	echo $?
  > done
  2
  2
  2
  2
  2
  $ echo "a 18446744073709551615" | flamegraph --factor 2
  [1]
  $ cat err
  flamegraph: option '--factor' cannot take '0': it is a number above 0 such as 1000, 0.25 or 1e-3; try 'flamegraph --help'
  flamegraph: option '--factor' cannot take '-1': it is a number above 0 such as 1000, 0.25 or 1e-3; try 'flamegraph --help'
  flamegraph: option '--factor' cannot take 'abc': it is a number above 0 such as 1000, 0.25 or 1e-3; try 'flamegraph --help'
  flamegraph: option '--factor' cannot take '': it is a number above 0 such as 1000, 0.25 or 1e-3; try 'flamegraph --help'
  flamegraph: option '--factor' cannot take '1e40': it is a number above 0 such as 1000, 0.25 or 1e-3; try 'flamegraph --help'
  flamegraph: the counts, multiplied by the factor, are beyond 2^64-1

# files
Each file's last line is whole, - is standard input.

  $ printf 'a;b 1' >one
  $ printf 'a;c 2\n' >two
  $ echo "a 3" | flamegraph one - two | grep -o '<title>.*</title>'
  <title>all (6 samples, 100%)</title>
  <title>a (6 samples, 100.00%)</title>
  <title>b (1 samples, 16.67%)</title>
  <title>c (2 samples, 33.33%)</title>

# files-unreadable

  $ echo "a 1" >one
  $ flamegraph one nosuch two
  [1]
  $ cat err
  flamegraph: nosuch: No such file or directory
  flamegraph: two: No such file or directory

# flamechart
As time goes by: the first line is on the left, what comes back is a new frame.

  $ flamegraph --flamechart $FIXTURES/flamegraph/chart.folded >svg
  $ grep -o 'id="title".*' svg
  id="title" x="50%" y="24">Flame Chart</text>
  $ grep -o '<rect[^>]*><title>[^(]*' svg
  <rect width="1048576" height="15" class="c0"><title>all\x20 (esc)
  <rect width="878537" height="15" class="c1"><title>boot\x20 (esc)
  <rect x="878537" width="85019" height="15" class="c5"><title>ready\x20 (esc)
  <rect x="963556" width="85020" height="15" class="c1"><title>boot\x20 (esc)
  <rect width="340079" height="15" class="c1"><title>init\x20 (esc)
  <rect x="340079" width="538458" height="15" class="c2"><title>load\x20 (esc)
  <rect x="963556" width="56680" height="15" class="c2"><title>load\x20 (esc)
  <rect x="1020236" width="28340" height="15" class="c6"><title>stop\x20 (esc)
  <rect x="340079" width="113359" height="15" class="c3"><title>net\x20 (esc)
  <rect x="453438" width="255059" height="15" class="c4"><title>disk\x20 (esc)
  <rect x="708497" width="170040" height="15" class="c3"><title>net\x20 (esc)
  <rect x="963556" width="56680" height="15" class="c3"><title>net\x20 (esc)
  $ flamegraph --flamechart --reverse --inverted $FIXTURES/flamegraph/chart.folded | grep -e 'id="title"' -e '<title>' | sed 's/.*<title>//'
  <text id="title" x="50%" y="24">Flame Chart</text>
  all (37 samples, 100%)</title></rect>
  init (12 samples, 32.43%)</title></rect>
  net (4 samples, 10.81%)</title></rect>
  disk (9 samples, 24.32%)</title></rect>
  net (6 samples, 16.22%)</title></rect>
  ready (3 samples, 8.11%)</title></rect>
  net (2 samples, 5.41%)</title></rect>
  stop (1 samples, 2.70%)</title></rect>
  boot (12 samples, 32.43%)</title></rect>
  load (4 samples, 10.81%)</title></rect>
  load (9 samples, 24.32%)</title></rect>
  load (6 samples, 16.22%)</title></rect>
  load (2 samples, 5.41%)</title></rect>
  boot (1 samples, 2.70%)</title></rect>
  boot (4 samples, 10.81%)</title></rect>
  boot (9 samples, 24.32%)</title></rect>
  boot (6 samples, 16.22%)</title></rect>
  boot (2 samples, 5.41%)</title></rect>

# flamechart-differential
Columns are compared with descendants here too.

  $ printf 'a;b 10 30\nc 5 5\na;b 1 2\n' | flamegraph --flamechart | grep -o '<title>[^<]*' | cut -c8-
  all (37 samples, was 16: +21, x2.31, 100%)
  a (30 samples, was 10: +20, x3.00, 62.50% -&gt; 81.08%)
  c (5 samples, was 5: 0, x1.00, 31.25% -&gt; 13.51%)
  a (2 samples, was 1: +1, x2.00, 6.25% -&gt; 5.41%)
  b (30 samples, was 10: +20, x3.00, 62.50% -&gt; 81.08%)
  b (2 samples, was 1: +1, x2.00, 6.25% -&gt; 5.41%)

# flamechart-reads-folded-text

  $ printf '%s\n' '#	5' '#' 'a;b 5' ';; 6' 'a;c 1.0000000001' | flamegraph --flamechart --text
  |all (6 samples, 100%)__________________________________________________________
  |a 100.00%______________________________________________________________________
  |b 83.33%_________________________________________________________|c 16.67%_____
  3 of 3 frames shown
  $ cat err
  flamegraph: standard input:4: no count at the end of the line: ';; 6'
  flamegraph: standard input:5: count rounded to 9 decimals: 'a;c 1.0000000001'
  flamegraph: skipped 1 line without a count

# fluid

  $ echo "a 1" | flamegraph | grep -o '"fluid":.*'
  "fluid":true,
  $ echo "a 1" | flamegraph --width 1200 | grep -o '"fluid":.*'
  "fluid":false,

# font

  $ echo "a 1" | flamegraph --fonttype 'DejaVu Sans, serif' --fontsize 9.5 --fontwidth 0.7 >svg
  $ grep -o 'text{font-family.*' svg
  text{font-family:"DejaVu Sans",serif;font-size:9.5px}
  $ grep -o 'title{font-size.*' svg
  title{font-size:14.5px}
  $ grep -o '"font.*' svg
  "fontsize":9.5,
  "fontwidth":0.7,
  $ grep -o 'id="title".*y="[^"]*"' svg
  id="title" x="50%" y="19"

# font-bad

  $ echo "a 1" | flamegraph --fontsize 0 || echo $?
  2
  $ echo "a 1" | flamegraph --fontsize 1e3 || echo $?
  2
  $ echo "a 1" | flamegraph --fontwidth 0 || echo $?
  2
  $ echo "a 1" | flamegraph --fontwidth 0.0000001
  [2]
  $ cat err
  flamegraph: option '--fontsize' cannot take '0': it is a number of pixels from 1 to 1000; try 'flamegraph --help'
  flamegraph: option '--fontsize' cannot take '1e3': it is a number of pixels from 1 to 1000; try 'flamegraph --help'
  flamegraph: option '--fontwidth' cannot take '0': it is a number from 0.01 to 10; try 'flamegraph --help'
  flamegraph: option '--fontwidth' cannot take '0.0000001': it is a number from 0.01 to 10; try 'flamegraph --help'

# fractions

  $ printf 'a 0.5\nb 2.25\n' | flamegraph >svg
  $ grep -o '<title>.*</title>' svg
  <title>all (2.75 samples, 100%)</title>
  <title>a (0.5 samples, 18.18%)</title>
  <title>b (2.25 samples, 81.82%)</title>
  $ grep -o 'total_samples="[^"]*"' svg
  total_samples="2.75"
  $ grep -o '"total":.*' svg
  "total":275,
  $ grep -o '"scale":.*' svg
  "scale":2,

# frames
A graph read by eye: rows from the root, columns of 2^20.

  $ printf 'a;b 1\na;c 2\nd 1\na 4\n' | flamegraph | sed -n '/id="frames"/,/<.svg>/p'
  <svg id="frames" x="10" y="36" width="1180" height="48" viewBox="0 0 1048576 48" preserveAspectRatio="none" cursor="pointer" total_samples="8" hidden_frames="0">
  <g class="row" transform="translate(0,33)">
  <rect width="1048576" height="15" class="c0"><title>all (8 samples, 100%)</title></rect>
  </g>
  <g class="row" transform="translate(0,17)">
  <rect width="917504" height="15" class="c1"><title>a (7 samples, 87.50%)</title></rect>
  <rect x="917504" width="131072" height="15" class="c4"><title>d (1 samples, 12.50%)</title></rect>
  </g>
  <g class="row" transform="translate(0,1)">
  <rect x="524288" width="131072" height="15" class="c2"><title>b (1 samples, 12.50%)</title></rect>
  <rect x="655360" width="262144" height="15" class="c3"><title>c (2 samples, 25.00%)</title></rect>
  </g>
  </svg>

# guide
needs: collapse-perf
What people type: a picture, one to look at upside down, one from the leaves.

  $ collapse-perf $FIXTURES/perf/rust-fp.txt >out.folded
  $ flamegraph out.folded >x.svg && grep -c '<rect' x.svg
  73
  $ flamegraph --inverted out.folded >x.svg && grep -o 'id="title".*' x.svg
  id="title" x="50%" y="24">Icicle Graph</text>
  $ flamegraph --reverse --inverted -o x.svg out.folded && grep -o 'total_samples="[^"]*"' x.svg
  total_samples="50100200"
  $ collapse-perf <$FIXTURES/perf/rust-fp.txt | flamegraph | grep -o 'total_samples="[^"]*"'
  total_samples="50100200"

# hash
Names that begin and end alike share their colour.

  $ printf 'readable 1\nreaxyzble 1\n' | flamegraph --hash | grep -o 'class="c[0-9]*"><title>rea[^ ]*'
  class="c1"><title>readable
  class="c1"><title>reaxyzble
  $ printf 'readable 1\nreaxyzble 1\n' | flamegraph | grep -o 'class="c[0-9]*"><title>rea[^ ]*'
  class="c1"><title>readable
  class="c2"><title>reaxyzble

# hash-characters

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Characters, not bytes, are what a name begins and ends with.

  $ printf 'été 1\n' | flamegraph --hash >svg
  $ colors svg
  all rgb(255,230,55)
  été rgb(239,159,38)

# height

  $ printf 'a;b 1\n' | flamegraph --height 24 >svg
  $ grep -o '<svg version.*viewBox="[^"]*"' svg | grep -o 'width.*'
  width="1200" height="142" viewBox="0 0 1200 142"
  $ grep -o 'translate(0,[0-9]*)' svg
  translate(0,49)
  translate(0,25)
  translate(0,1)
  $ grep -o '<rect.*height="[^"%]*"' svg
  <rect width="1048576" height="23"
  <rect width="1048576" height="23"
  <rect width="1048576" height="23"

# hidden-frames

  $ printf 'a;b;c 1\na;d 1999\n' >in
  $ flamegraph in | grep -o 'hidden_frames="[^"]*"'
  hidden_frames="0"
  $ flamegraph --minwidth 1 -v in 2>&1 >svg
  flamegraph: 3 of 5 frames drawn, 2 narrower than the minimum width
  $ grep -o 'hidden_frames="[^"]*"' svg
  hidden_frames="2"
  $ grep -o '<title>.*</title>' svg
  <title>all (2,000 samples, 100%)</title>
  <title>a (2,000 samples, 100.00%)</title>
  <title>d (1,999 samples, 99.95%)</title>

# hostile
needs: xmllint
Control characters, markup, bytes that are not UTF-8: well-formed, and nothing but text.

  $ printf 'a\001\033[31m;<script>alert(1)</script>;]]>&amp;"\047 7\n' >in
  $ printf '\377\376;\300\200;\355\240\200;\357\277\276;x\0y 5\n--><!--;-->;\342\200\250 3\n' >>in
  $ flamegraph --title '</text><script>' --subtitle ']]>' --notes '--><b>--' --nametype '</script>' \
  > 	--countname '<!--' --fonttype '"}</style>' in >svg
  $ xmllint --noout svg && echo well-formed
  well-formed
  $ grep -c '<script' svg
  2
  $ grep -o '<!--.*' svg
  <!-- - -&gt;&lt;b&gt;- - -->
  $ grep -o '<text id=.*title".*' svg
  <text id="title" x="50%" y="24">&lt;/text&gt;&lt;script&gt;</text>
  <text id="subtitle" x="50%" y="48">]]&gt;</text>
  $ grep -o '<title>.*</title>' svg
  <title>all (15 &lt;!--, 100%)</title>
  <title>--&gt;&lt;!-- (3 &lt;!--, 20.00%)</title>
  <title>a��[31m (7 &lt;!--, 46.67%)</title>
  <title>�� (5 &lt;!--, 33.33%)</title>
  <title>--&gt; (3 &lt;!--, 20.00%)</title>
  <title>&lt;script&gt;alert(1)&lt;/script&gt; (7 &lt;!--, 46.67%)</title>
  <title>�� (5 &lt;!--, 33.33%)</title>
  <title>\xe2\x80\xa8 (3 &lt;!--, 20.00%)</title> (esc)
  <title>]]&gt;&amp;amp (7 &lt;!--, 46.67%)</title>
  <title>��� (5 &lt;!--, 33.33%)</title>
  <title>&quot;&apos; (7 &lt;!--, 46.67%)</title>
  <title>� (5 &lt;!--, 33.33%)</title>
  <title>x�y (5 &lt;!--, 33.33%)</title>
  $ grep -o '"names".*' svg
  "names":["","--\u003e\u003c!--","--\u003e","\u2028","a��[31m","\u003cscript\u003ealert(1)\u003c/script\u003e","]]\u003e\u0026amp","\u0022'","��","��","���","�","x�y"],

# html
needs: gzip

  $ flamegraph --html --title 'A <b>' --subtitle 'x & y' "$FIXTURES/folded/plain.folded" >one.html
  $ flamegraph --html --title 'A <b>' --subtitle 'x & y' --threads 3 <"$FIXTURES/folded/plain.folded" | cmp - one.html
  $ grep -o -e '<title>.*</title>' -e '<!DOCTYPE.*' -e '<script[^>]*>' -e '<h1>.*</h1>' one.html
  <!DOCTYPE html>
  <title>A &lt;b&gt;</title>
  <h1>A &lt;b&gt;</h1>
  <script type="text/plain" id="data" data-encoding="gzip">
  <script type="text/plain" id="packed-style">
  <script type="text/plain" id="packed-script">
  <script>
  $ sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' one.html | base64 -d | gzip -dc | tail -c +5 | sed -n '1,/^"delta"/p'
  {"version":1,
  "frames":20,
  "total":["1042","1042"],
  "title":"A \u003cb\u003e",
  "subtitle":"x \u0026 y",
  "nametype":"Function:",
  "scale":0,
  "factor":1,
  "countname":"samples",
  "inverted":false,
  "truncate":"right",
  "searchcolor":"rgb(230,0,230)",
  "differential":false,
  "normalized":false,
  "diffwidth":"after",
  "delta":{"max":"0","byframe":false,"negate":false,"same":[190,188,184],"more":[[200,180,176],[255,100,100]],"less":[[180,180,202],[100,100,255]]},

# html-diff
needs: gzip

  $ printf 'a;b 1 2\na;c 3 0\nd 0 9\n' | flamegraph --html --diff-width both --negate -o d.html
  $ sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' d.html | base64 -d | gzip -dc | tail -c +5 | grep -a -e '^"d' -e '^"names' | cut -d] -f1
  "differential":true,
  "diffwidth":"both",
  "delta":{"max":"9","byframe":false,"negate":true,"same":[190,188,184
  "names":["","a","b","c","d"

# html-labels
needs: gzip

  $ printf '%s\n' '@time=0000.20;@cpu=0;@tid=7;a;b 1' '@time=0000.24;@cpu=1;@tid=7;a;b 2' '@tid=8;a;c 3' 'd 4' | flamegraph --html -o l.html
  $ packed() { sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' "$1" | base64 -d | gzip -dc | tail -c +5; }
  $ packed l.html | grep -a -e '^"labels' -e '^"rows' -e '^"sets' -e '^"ends' -e '^"bin' -e '^"timedigits' -e '^"names' | LC_ALL=C sed 's/}[^}]*$//'
  "labels":[{"name":"cpu","values":["0","1"]},{"name":"tid","values":["7","8"]
  "rows":4,
  "sets":4,
  "ends":3,
  "bin":"4",
  "timedigits":2,
  "names":["","a","b","c","d"]
  $ printf '%s\n' '@time=1;@tid=7;a;b 1' '@time=1;@tid=7;c;b 2' | flamegraph --html --reverse | packed - | grep -a -c '^"labels'
  1

# html-originals

  $ echo 'a 1' | flamegraph.pl --html
  [255]
  $ cat err
  flamegraph.pl: option '--html' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]

# html-policy
needs: gzip
The page may run its own scripts and use its own style, and nothing else, whatever the names are.

  $ for name in '<b>' "'self' *; script-src *"; do
  > 	printf '%s;x 1\n' "$name" | flamegraph --html --title "$name" >page
  > 	grep -o '<meta [^>]*>' page | sed "s/sha256-[A-Za-z0-9+/]*=*/HASH/g"
  > 	grep -o '<script[^>]*>' page
  > 	grep -o -e ' src=' -e ' href=' -e '<form' -e '<iframe' page || echo 'nothing is asked for'
  > done
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'HASH' 'HASH'; style-src 'HASH' 'HASH'; base-uri 'none'; form-action 'none'">
  <meta name="viewport" content="width=device-width">
  <meta name="referrer" content="no-referrer">
  <script type="text/plain" id="data" data-encoding="gzip">
  <script type="text/plain" id="packed-style">
  <script type="text/plain" id="packed-script">
  <script>
  nothing is asked for
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'HASH' 'HASH'; style-src 'HASH' 'HASH'; base-uri 'none'; form-action 'none'">
  <meta name="viewport" content="width=device-width">
  <meta name="referrer" content="no-referrer">
  <script type="text/plain" id="data" data-encoding="gzip">
  <script type="text/plain" id="packed-style">
  <script type="text/plain" id="packed-script">
  <script>
  nothing is asked for

# html-lines
needs: gzip collapse-cpuprofile
The lines of export-lines are in the page, written anew; its policy then has the hashes of one script and one style more.

  $ row='{"line":2,"file":"a.c","self":3,"total":4,"source":"<b>\ty","inlined":[{"line":1,"file":"a.h","function":"i","self":1}],"callers":[{"function":"r","total":4}]}'
  $ lines() { printf '{"format":"flambeau-lines","version":1,"unit":"ns","total":9,"functions":[{"function":"f","module":"m","start":1,"self":3,"total":4,"lines":[%s]}]}\n' "$1"; }
  $ lines "$row, $row" >lines.json
  $ echo 'f 1' | flamegraph --html --line-data lines.json -o page
  $ grep -o '<meta [^>]*Policy[^>]*>' page | sed "s/sha256-[A-Za-z0-9+/]*=*/HASH/g"
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'HASH' 'HASH' 'HASH'; style-src 'HASH' 'HASH' 'HASH'; base-uri 'none'; form-action 'none'">
  $ grep -o '<script[^>]*>' page
  <script type="text/plain" id="data" data-encoding="gzip">
  <script type="text/plain" id="packed-style">
  <script type="text/plain" id="packed-style-source">
  <script type="text/plain" id="packed-script-source">
  <script type="text/plain" id="packed-script">
  <script>
  $ sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' page | base64 -d | gzip -dc | tail -c +5 | sed -n '/^"lines"/,/^{/p'
  "lines":{"format":"flambeau-lines","version":1,"unit":"ns","total":9,"functions":[{"function":"f","module":"m","start":1,"self":3,"total":4,"lines":[{"line":2,"file":"a.c","self":3,"total":4,"source":"\u003cb\u003e\u0009y","inlined":[{"line":1,"file":"a.h","function":"i","self":1}],"callers":[{"function":"r","total":4}]},
  {"line":2,"file":"a.c","self":3,"total":4,"source":"\u003cb\u003e\u0009y","inlined":[{"line":1,"file":"a.h","function":"i","self":1}],"callers":[{"function":"r","total":4}]}]}]},

What export-lines does not write is refused, and no page is written.

  $ refused() { echo 'f 1' | flamegraph --html --line-data "$1" || echo $?; }
  $ refused nowhere.json
  1
  $ for text in '' '{' '[]' '1' '{}' "$(lines "$row")x" "$(lines "$row")$(lines "$row")" "$(lines '1')" "$(lines '[]')" "$(lines '{"line":1}')" "$(lines "$row" | sed 's/"total":9/"total":-9/')" "$(lines "$row" | sed 's/"total":9/"total":9e9/')" "$(lines "$row" | sed 's/"total":9/"total":"9"/')" "$(lines "$row" | sed 's/"total":9/"total":9,"total":9/')" "$(lines "$row" | sed 's/version":1/version":2/')" "$(lines "$row" | sed 's/flambeau-lines/x/')" "$(lines "$row" | sed 's/"unit"/"more"/')" "$(lines "$row" | sed 's/"ns"/null/')"; do
  > 	printf '%s' "$text" >bad.json
  > 	refused bad.json 2>&1
  > done | sort | uniq -c
       18 1
       18 flamegraph: bad.json: not what export-lines --format json writes
  $ echo 'f 1' | flamegraph --line-data lines.json
  [2]
  $ echo 'f 1' | flamegraph --text --line-data lines.json
  [2]
  $ cat err
  flamegraph: nowhere.json: No such file or directory
  flamegraph: option '--line-data' is for --html; try 'flamegraph --help'
  flamegraph: option '--line-data' is for --html; try 'flamegraph --help'

# html-refused

  $ for option in text notes=x encoding=UTF-8 nameattr=/dev/null width=100 height=20 minwidth=1 fonttype=mono fontsize=9 fontwidth=0.5 bgcolors=blue random cp colordiffusion stroke-color=#ff0000 uicolor=#ff0000 flamechart total=9 markup=full no-javascript pretty-xml min-vanished=1; do
  > 	echo 'a 1' | flamegraph --html "--$option" || echo "$? $option"
  > done
  2 text
  2 notes=x
  2 encoding=UTF-8
  2 nameattr=/dev/null
  2 width=100
  2 height=20
  2 minwidth=1
  2 fonttype=mono
  2 fontsize=9
  2 fontwidth=0.5
  2 bgcolors=blue
  2 random
  2 cp
  2 colordiffusion
  2 stroke-color=#ff0000
  2 uicolor=#ff0000
  2 flamechart
  2 total=9
  2 markup=full
  2 no-javascript
  2 pretty-xml
  2 min-vanished=1
  $ cat err
  flamegraph: options '--html' and '--text' exclude each other
  flamegraph: options '--html' and '--notes' exclude each other
  flamegraph: options '--html' and '--encoding' exclude each other
  flamegraph: options '--html' and '--nameattr' exclude each other
  flamegraph: options '--html' and '--width' exclude each other
  flamegraph: options '--html' and '--height' exclude each other
  flamegraph: options '--html' and '--minwidth' exclude each other
  flamegraph: options '--html' and '--fonttype' exclude each other
  flamegraph: options '--html' and '--fontsize' exclude each other
  flamegraph: options '--html' and '--fontwidth' exclude each other
  flamegraph: options '--html' and '--bgcolors' exclude each other
  flamegraph: options '--html' and '--random' exclude each other
  flamegraph: options '--html' and '--cp' exclude each other
  flamegraph: options '--html' and '--colordiffusion' exclude each other
  flamegraph: options '--html' and '--stroke-color' exclude each other
  flamegraph: options '--html' and '--uicolor' exclude each other
  flamegraph: options '--html' and '--flamechart' exclude each other
  flamegraph: options '--html' and '--total' exclude each other
  flamegraph: options '--html' and '--markup' exclude each other
  flamegraph: options '--html' and '--no-javascript' exclude each other
  flamegraph: options '--html' and '--pretty-xml' exclude each other
  flamegraph: options '--html' and '--min-vanished' exclude each other

# html-wrong

  $ echo 'a 1' | flamegraph --html --text; echo $?
  2
  $ echo 'a 1' | flamegraph --html --width 100; echo $?
  2
  $ echo 'a 1' | flamegraph --minwidth 1 --html; echo $?
  2
  $ flamegraph --html -o none.html </dev/null; echo $?
  1
  $ ls
  none.html
  $ cat err
  flamegraph: options '--html' and '--text' exclude each other
  flamegraph: options '--html' and '--width' exclude each other
  flamegraph: options '--html' and '--minwidth' exclude each other
  flamegraph: no stacks in the input

# huge-counts
Up to 2^64-1, exactly; the data block has strings above 2^53-1.

  $ printf 'a;b 18446744073709551614\nc 1\n' | flamegraph --minwidth 0 >svg
  $ grep -o '<title>.*</title>' svg
  <title>all (18,446,744,073,709,551,615 samples, 100%)</title>
  <title>a (18,446,744,073,709,551,614 samples, 100.00%)</title>
  <title>1 frame narrower than 1 px</title>
  <title>b (18,446,744,073,709,551,614 samples, 100.00%)</title>
  $ grep -o 'total_samples="[^"]*"' svg
  total_samples="18446744073709551615"
  $ grep -o '"total":.*' svg
  "total":"18446744073709551615",
  $ grep -o '"frames":.*' svg
  "frames":[0,"18446744073709551615",0,0,"18446744073709551614",1,0,"18446744073709551614",2,4,"1",3]}

# huge-name
needs: xmllint

  $ awk 'BEGIN { while (i++ < 1000000) printf "%s", "x"; print ";b 1" }' | flamegraph >svg
  $ xmllint --huge --noout svg && echo well-formed
  well-formed
  $ grep -o '<title>x*' svg | wc -c
  1000024
  $ grep -c '<text x=' svg
  2

# inverted

  $ printf 'a;b 1\n' >in
  $ flamegraph -i in >svg
  $ grep -o 'id="title".*' svg
  id="title" x="50%" y="24">Icicle Graph</text>
  $ grep -o 'id="details".*' svg
  id="details" x="10" y="40"> </text>
  $ grep -o 'id="frames" x="10" y="[0-9]*"' svg
  id="frames" x="10" y="52"
  $ grep -o 'translate(0,[0-9]*)' svg
  translate(0,0)
  translate(0,16)
  translate(0,32)
  $ grep -o '"inverted":.*' svg
  "inverted":true,
  $ flamegraph --inverted in | cmp - svg

# inverted-subtitle
The subtitle has room of its own, the details line is above the frames.

  $ echo "a 1" | flamegraph --inverted --subtitle S >svg
  $ grep -o '<text id="[a-z]*itle"[^>]*>' svg
  <text id="title" x="50%" y="24">
  <text id="subtitle" x="50%" y="48">
  $ grep -o '<text id="details"[^>]*>' svg
  <text id="details" x="10" y="64">
  $ grep -o '<svg id="frames"[^>]*height="[0-9]*"' svg
  <svg id="frames" x="10" y="76" width="1180" height="32"

# label-of-full-width
A name exactly as long as there is room for is whole.

  $ printf 'abcdefghij 10\nx 90\n' | flamegraph --width 750 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
  <text x="0%" y="11" class="w">abcdefghij</text>
  $ printf 'abcdefghijk 10\nx 90\n' | flamegraph --width 750 --fontsize 10 --fontwidth 0.7 | grep -o '<text x="0%.*'
  <text x="0%" y="11" class="w">abcdefgh..</text>

# lines
Comments, empty lines, line ends of Windows, blanks where they do not matter.

  $ printf '# a comment 5\n\na;b 5\r\n  a;b   3  \na\t2\n 5\nno count\n' | flamegraph | grep -o '<title>.*</title>'
  <title>all (10 samples, 100%)</title>
  <title>a (10 samples, 100.00%)</title>
  <title>b (8 samples, 80.00%)</title>
  $ cat err
  flamegraph: standard input:6: no count at the end of the line: ' 5'
  flamegraph: standard input:7: no count at the end of the line: 'no count'
  flamegraph: skipped 2 lines without a count

# lines-of-files
Every file's last line is whole, with or without a line end.

  $ printf 'a 1\nb 2' >one
  $ printf 'c 3' >two
  $ flamegraph one two | grep -o '<title>[^<]*' | cut -c8-
  all (6 samples, 100%)
  a (1 samples, 16.67%)
  b (2 samples, 33.33%)
  c (3 samples, 50.00%)
  $ flamegraph --flamechart one two | grep -o '<title>[^<]*' | cut -c8-
  all (6 samples, 100%)
  a (1 samples, 16.67%)
  b (2 samples, 33.33%)
  c (3 samples, 50.00%)
  $ cat one | flamegraph - two | grep -o '<title>[^<]*' | cut -c8-
  all (6 samples, 100%)
  a (1 samples, 16.67%)
  b (2 samples, 33.33%)
  c (3 samples, 50.00%)

# low-count
Said only if asked.

  $ echo "a 5" | flamegraph >svg
  $ echo "a 5" | flamegraph -v >svg
  $ echo "a 5" | flamegraph -v --countname bytes >svg
  $ cat err
  flamegraph: Stack count is low (5). Did something go wrong?
  flamegraph: 2 of 2 frames drawn, 0 narrower than the minimum width
  flamegraph: 2 of 2 frames drawn, 0 narrower than the minimum width

# markup
Both kinds list the same frames for the script.

  $ awk 'BEGIN { for (i = 0; i < 3000; i++) print "main;f" i % 50 ";g" i, 1 + i % 9 }' >in
  $ flamegraph in >compact.svg
  $ flamegraph --markup full in >full.svg
  $ flamegraph --markup compact in | cmp - compact.svg
  $ for svg in compact full; do
  > 	sed -n '/id="data"/,/<.script>/p' $svg.svg >$svg.data
  > 	echo $svg: "$(grep -c '<rect.*<title>' $svg.svg)" frames, "$(grep -o '<path .*' $svg.svg | wc -l)" shapes
  > done
  compact: 52 frames, 1 shapes
  full: 2718 frames, 0 shapes
  $ cmp compact.data full.data
  $ grep -o '<title>[^(]*px</title>' compact.svg
  <title>2,666 frames narrower than 1 px</title>

# max-memory-bad

  $ for size in 0 x 1.5G 12Q K 99999999999999999T -1 ''; do
  > 	flamegraph --max-memory "$size" "$FIXTURES/folded/plain.folded"
  > 	echo $? >&2
  > done

so much that it limits nothing, not even what a sanitizer maps

  $ flamegraph --max-memory=16384t "$FIXTURES/folded/plain.folded" | tail -n 1
  </svg>
  $ cat err
  flamegraph: option '--max-memory' cannot take '0': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take 'x': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take '1.5G': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take '12Q': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take 'K': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take '99999999999999999T': that is more than 2^64-1 bytes; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take '-1': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2
  flamegraph: option '--max-memory' cannot take '': a size is a whole number above 0, optionally followed by K, M, G or T; try 'flamegraph --help'
  2

# max-record
Every way to draw leaves lines out that are too long.

  $ printf 'a;b 1\n%s 5\na;c 2\n' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >in
  $ for option in --minwidth=0 --reverse --flamechart; do
  > 	flamegraph $option --max-record 20 in | grep -c '<title>'
  > done
  4
  5
  4
  $ difffolded --max-record 20 in in
  a;b 1 1
  a;c 2 2
  $ diffreport --max-record 20 in in | head -n 1
  all: 3 -> 3 (0 %)
  $ export-top --max-record 20 in | head -n 2
  3 in 2 stacks of 3 functions
   (esc)
  $ cat err
  flamegraph: in:2: record longer than --max-record, left out
  flamegraph: skipped 1 record longer than --max-record
  flamegraph: in:2: record longer than --max-record, left out
  flamegraph: skipped 1 record longer than --max-record
  flamegraph: in:2: record longer than --max-record, left out
  flamegraph: skipped 1 record longer than --max-record
  difffolded: in:2: record longer than --max-record, left out
  difffolded: skipped 1 record longer than --max-record
  difffolded: in:2: record longer than --max-record, left out
  difffolded: skipped 1 record longer than --max-record
  diffreport: in:2: record longer than --max-record, left out
  diffreport: skipped 1 record longer than --max-record
  diffreport: in:2: record longer than --max-record, left out
  diffreport: skipped 1 record longer than --max-record
  export-top: in:2: record longer than --max-record, left out
  export-top: skipped 1 record longer than --max-record

# message-invisible
Characters that break lines or turn text around, and are not seen, are stand-ins in messages.

  $ name=$(printf 'a\342\200\250b\342\200\251c\342\200\256d\342\201\246e\342\200\213f\357\273\277g\342\200\214h')
  $ flamegraph "$name" 2>&1
  flamegraph: a?b?c?d?e?f?g\xe2\x80\x8ch: No such file or directory (esc)
  [1]
  $ flamegraph -o "no/$name" /dev/null 2>&1
  flamegraph: no/a?b?c?d?e?f?g\xe2\x80\x8ch: No such file or directory (esc)
  [1]

# message-names
What a file is called, and what is in it, does not command the terminal that shows a message.

  $ name=$(printf 'no\033[31m\302\233file')
  $ flamegraph "$name" 2>&1
  flamegraph: no?[31m?file: No such file or directory
  [1]
  $ printf 'a\033]0;owned\007\302\2331m\177 none\n' >"$name"
  $ flamegraph "$name" 2>&1 | head -n 1
  flamegraph: no?[31m?file:1: no count at the end of the line: 'a?]0;owned??1m? none'
  $ printf 'a\033[2J 1\n' >in
  $ flamegraph --nameattr "$name" in 2>&1 >svg
  $ flamegraph -o "$name/out" in 2>&1
  flamegraph: no?[31m?file/out: Not a directory
  [1]
  $ flamegraph --title in "--$name" 2>&1 | head -n 1
  flamegraph: option '--no?[31m?file' is not known; try 'flamegraph --help'

# minwidth

  $ printf 'a 1\nb 9\nc 90\n' >in
  $ for width in 0 11.8 11.9 .5 1% 1.01% 10% 10.01% 100% 101%; do
  > 	echo "$width:" $(flamegraph --minwidth $width in | grep -o '<title>[a-z]*' | cut -c 8-)
  > done
  0: all a b c
  11.8: all a b c
  11.9: all b c
  .5: all a b c
  1%: all a b c
  1.01%: all b c
  10%: all c
  10.01%: all c
  100%: all
  101%: all

# minwidth-bad

  $ for width in abc -1 1e3 '%' '' 1.2.3 99999999999999999999; do
  > 	echo "a 1" | flamegraph --minwidth "$width" || echo $?
  > done
  2
  2
  2
  2
  2
  2
  2
  $ cat err
  flamegraph: option '--minwidth' cannot take 'abc': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  flamegraph: option '--minwidth' cannot take '-1': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  flamegraph: option '--minwidth' cannot take '1e3': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  flamegraph: option '--minwidth' cannot take '%': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  flamegraph: option '--minwidth' cannot take '': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  flamegraph: option '--minwidth' cannot take '1.2.3': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'
  flamegraph: option '--minwidth' cannot take '99999999999999999999': it is a number of pixels, or a percentage such as 0.5%; try 'flamegraph --help'

# minwidth-decimals
more decimals than a picture can have are no mistake

  $ printf 'a 999999\nb 1\n' >in
  $ for tool in flamegraph flamegraph.pl inferno-flamegraph; do
  > 	for least in 0.0000001 0.1000000000000000000000001 .09999999; do
  > 		$tool --minwidth $least in | grep -o 'hidden_frames="[0-9]*"'
  > 	done
  > done
  hidden_frames="0"
  hidden_frames="1"
  hidden_frames="1"
  hidden_frames="0"
  hidden_frames="1"
  hidden_frames="1"
  hidden_frames="0"
  hidden_frames="1"
  hidden_frames="1"

# nameattr-a-extra

  $ printf 'a\ta_extra=rel=noopener\thref=x\nb\ta_extra=data-c=4\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <a xlink:href="x" rel="noopener" target="_top"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></a>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <g data-c="4"><rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect></g>
  $ grep -e '"titles"' -e '"links"' svg
  "links":{"1":["x","_top"]}}
  $ true

# nameattr-class

  $ printf 'a\tclass=big "bold"\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <g class="big &quot;bold&quot;"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></g>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect>
  $ grep -e '"titles"' -e '"links"' svg
  [1]
  $ true

# nameattr-fetch

  $ printf 'a\tg_extra=fill=url(x) filter="URL(y#z)" cursor=u\\72l(x) fill-opacity=0.5\nb\tg_extra=data-u="url(x)" ping=x transform=scale(1)\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <g fill-opacity="0.5"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></g>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <g data-u="url(x)" transform="scale(1)"><rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect></g>
  $ cat err
  flamegraph: attrs: 4 attributes left out that could be scripts or styles

# nameattr-g-extra

  $ printf 'a\tg_extra=data-a=1 data-b="2 3" stray\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <g data-a="1" data-b="2 3"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></g>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect>
  $ grep -e '"titles"' -e '"links"' svg
  [1]
  $ true
  $ cat err
  flamegraph: attrs:1: no value, left out: 'stray'

# nameattr-href

  $ printf 'a\thref=https://example.org/?x=1&y=2\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <a xlink:href="https://example.org/?x=1&amp;y=2" target="_top"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></a>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect>
  $ grep -e '"titles"' -e '"links"' svg
  "links":{"1":["https://example.org/?x=1\u0026y=2","_top"]}}
  $ true

# nameattr-id

  $ printf 'a\tid=one\nb\tid=frames\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <g id="one"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></g>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect>
  $ grep -e '"titles"' -e '"links"' svg
  [1]
  $ true
  $ cat err
  flamegraph: attrs: 1 attribute left out that could be scripts or styles

# nameattr-lines
Lines of a name add up, the last value counts; empty lines and unknown keys do not matter.

  $ printf 'a\tid=x\n\nno tab\na\tclass="q"\tid=y\na\tcolour=red\nb_[k]\tid=kernel\nb\tid=user\n' >attrs
  $ printf 'a;b_[k] 1\nc 3\n' | flamegraph --nameattr attrs | grep -o '.*<title>.*'
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <g id="y" class="q"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></g>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <g id="kernel"><rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect></g>
  $ cat err
  flamegraph: attrs:4: given twice, the last value counts: 'id'
  flamegraph: attrs:5: not a known key, left out: 'colour'

# nameattr-missing

  $ echo "a 1" | flamegraph --nameattr nosuch
  [1]
  $ cat err
  flamegraph: nosuch: No such file or directory

# nameattr-rel

  $ printf 'blank\thref=https://localhost/\ttarget=_blank\n' >attr
  $ printf 'own\thref=https://localhost/\ttarget=_top\ta_extra=rel="author"\n' >>attr
  $ printf 'plain\thref=https://localhost/\n' >>attr
  $ printf 'none\ttarget=x\n' >>attr
  $ printf 'blank 1\nown 1\nplain 1\nnone 1\n' >in
  $ for name in flamegraph flamegraph.pl inferno-flamegraph; do
  > 	$name --nameattr attr in 2>/dev/null | grep -o '<a [^>]*>'
  > done
  <a xlink:href="https://localhost/" target="_blank" rel="noopener">
  <a xlink:href="https://localhost/" target="_top" rel="author">
  <a xlink:href="https://localhost/" target="_top">
  <a xlink:href="https://localhost/" target="_blank" rel="noopener">
  <a xlink:href="https://localhost/" target="_top" rel="author">
  <a xlink:href="https://localhost/" target="_top">
  <a xlink:href="https://localhost/" target="_blank" rel="noopener">
  <a xlink:href="https://localhost/" target="_top" rel="author">
  <a xlink:href="https://localhost/" target="_top">

# nameattr-safe
needs: xmllint
Scripts, styles, other schemes, ids of the picture's own: left out, and counted.

  $ cp $FIXTURES/flamegraph/attrs.txt .
  $ flamegraph --nameattr attrs.txt $FIXTURES/flamegraph/chart.folded >svg
  $ xmllint --noout svg && grep -e '<a ' -e '<g [^ct]' -e 'class="phase' svg | grep -v labels
  <g class="phase one"><rect width="963556" height="15" class="c1"><title>Start of the machine</title></rect></g>
  <a xlink:href="https://example.org/init?a=1&amp;b=2" id="the-init" target="_top"><rect width="340079" height="15" class="c1"><title>init (12 samples, 32.43%)</title></rect></a>
  <a xlink:href="load.html" target="_blank" rel="noopener"><rect x="340079" width="595137" height="15" class="c2"><title>load (21 samples, 56.76%)</title></rect></a>
  <g fill-opacity="0.5"><rect x="340079" width="255059" height="15" class="c3"><title>disk (9 samples, 24.32%)</title></rect></g>
  <g data-kind="network" data-note="two words"><rect x="595138" width="340078" height="15" class="c4"><title>net (12 samples, 32.43%)</title></rect></g>
  $ grep -e 'javascript:' -e onclick -e 'style="' svg || echo safe
  safe
  $ cat err
  flamegraph: attrs.txt:7: not a known key, left out: 'colour'
  flamegraph: attrs.txt: 4 attributes left out that could be scripts or styles

# nameattr-target

  $ printf 'a\thref=x.html\ttarget=_blank\nb\ttarget=lost\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <a xlink:href="x.html" target="_blank" rel="noopener"><rect width="262144" height="15" class="c1"><title>a (1 samples, 25.00%)</title></rect></a>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <g target="lost"><rect width="262144" height="15" class="c2"><title>b (1 samples, 25.00%)</title></rect></g>
  $ grep -e '"titles"' -e '"links"' svg
  "links":{"1":["x.html","_blank"]}}
  $ true

# nameattr-title

  $ printf 'a\ttitle=The <first>\nb\ttitle=\n' >attrs
  $ printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
  $ grep -o '.*<title>.*' svg
  <rect width="1048576" height="15" class="c0"><title>all (4 samples, 100%)</title></rect>
  <rect width="262144" height="15" class="c1"><title>The &lt;first&gt;</title></rect>
  <rect x="262144" width="786432" height="15" class="c3"><title>c (3 samples, 75.00%)</title></rect>
  <rect width="262144" height="15" class="c2"><title></title></rect>
  $ grep -e '"titles"' -e '"links"' svg
  "titles":{"1":"The \u003cfirst\u003e","2":""}}
  $ true

# nametype

  $ echo "a 1" | flamegraph --nametype 'Block:' | grep -o '"nametype":.*'
  "nametype":"Block:",

# negate

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Red and blue change places, texts do not.

  $ printf 'more 10 30\nless 20 10\nsame 5 5\n' >in
  $ flamegraph in >svg
  $ colors svg
  all rgb(228,140,138)
  less rgb(140,140,229)
  more rgb(255,100,100)
  same rgb(190,188,184)
  $ flamegraph --negate in >svg
  $ colors svg
  all rgb(140,140,229)
  less rgb(228,140,138)
  more rgb(100,100,255)
  same rgb(190,188,184)
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (45 samples, was 35: +10, x1.29, 100%)
  less (10 samples, was 20: -10, x0.50, 57.14% -&gt; 22.22%)
  more (30 samples, was 10: +20, x3.00, 28.57% -&gt; 66.67%)
  same (5 samples, was 5: 0, x1.00, 14.29% -&gt; 11.11%)

# no-javascript

  $ echo "a;b 1" | flamegraph --no-javascript >svg
  $ grep -c '<script' svg
  0
  [1]
  $ grep -o '<text id="[a-z]*' svg
  <text id="title
  $ grep -o '<title>.*</title>' svg
  <title>all (1 samples, 100%)</title>
  <title>a (1 samples, 100.00%)</title>
  <title>b (1 samples, 100.00%)</title>

# no-sort

  $ printf 'a;b 5\na;c 10\na;c 9\nb 1\n' | flamegraph --no-sort | grep -o '<title>[^<]*' | cut -c8-
  all (25 samples, 100%)
  a (24 samples, 96.00%)
  b (1 samples, 4.00%)
  b (5 samples, 20.00%)
  c (19 samples, 76.00%)
  $ printf 'b 1\na 2\n' | flamegraph --no-sort
  [1]
  $ echo $?
  1
  $ echo "a 1" | flamegraph --no-sort --reverse
  [2]
  $ echo $?
  2
  $ echo "a 1" | flamegraph --no-sort --flamechart
  [2]
  $ echo $?
  2
  $ cat err
  flamegraph: unsorted input lines detected: 'a 2' comes after 'b 1'
  flamegraph: options '--no-sort' and '--reverse' exclude each other
  flamegraph: options '--no-sort' and '--flamechart' exclude each other

# no-suffix
One annotation is not shown, but decides the colour.

  $ printf 'a_[k] 1\nb_[i]_[j] 1\n' | flamegraph --colors java >svg
  $ grep -o '<title>.*</title>' svg
  <title>all (2 samples, 100%)</title>
  <title>a (1 samples, 50.00%)</title>
  <title>b_[i] (1 samples, 50.00%)</title>
  $ grep -o 'c[12]{fill.*' svg
  c1{fill:rgb(239,139,0)}
  c2{fill:rgb(59,208,59)}

# notes

  $ echo "a 1" | flamegraph --notes 'made by <us> -- at noon -' | grep -o '<!--.*'
  <!-- made by &lt;us&gt; - - at noon - -->

# one-script
The script is the same bytes in every picture, and has no word for asking, sending or storing.

  $ script() # OPTION... - of a picture
  > {
  > 	flamegraph "$@" | sed -n '/^<script><!\[CDATA\[/,/]]><\/script>$/p'
  > }
  $ printf 'a;b 1\nc 2\n' | script >script
  $ for option in --inverted --flamechart --hash --markup=full '--title=</script>' '--notes=]]>' '--subtitle=x"y' \
  > 	--countname=bytes --colors=java --search-color=#00ff00 --width=300; do
  > 	printf '<script>;]]> 1\n"\\u0022 2\n' | script "$option" | cmp - script
  > done
  $ printf 'a;b 1 2\n' | script | cmp - script
  $ wc -l <script | awk '{ print ($1 > 20) }'
  1
  $ grep -o -i -w -e fetch -e XMLHttpRequest -e sendBeacon -e WebSocket -e EventSource -e Worker -e import -e Image \
  > 	-e cookie -e localStorage -e sessionStorage -e indexedDB -e caches script
  [1]
  $ grep -c replaceState script
  1

# opt-stats
lines are stacks where they are not merged; nothing is said if nothing was read

  $ printf 'a;b 1\na;c 2\na;b 1\n' >stacks
  $ flamegraph -q --stats -j 1 stacks 2>stats >/dev/null
  $ flamegraph -q --stats -j 1 --flamechart stacks 2>>stats >/dev/null
  $ flamegraph -q --stats missing
  [1]
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  flamegraph: 18 bytes, 3 lines, 3 samples, 3 frames, 2 stacks, T s, R GB/s, M MiB, 1 threads
  flamegraph: 18 bytes, 3 lines, 3 samples, 3 frames, 3 stacks, T s, R GB/s, M MiB, 1 threads
  $ cat err
  flamegraph: missing: No such file or directory

# options-unknown

  $ echo "a 1" | flamegraph --nosuch
  [2]
  $ cat err
  flamegraph: option '--nosuch' is not known; try 'flamegraph --help'

# output

  $ echo "a 1" | flamegraph -o out.svg
  $ echo "a 1" | flamegraph | cmp - out.svg
  $ ls
  out.svg

# output-access
A file that is replaced keeps its mode; links stay and are written through, also those that dangle.

  $ umask 022
  $ echo 'main;a 1' >in
  $ echo old >private && chmod 600 private
  $ flamegraph -o private in && LC_ALL=C stat -c '%a %F' private
  600 regular file
  $ ln -s private one && mkdir folder && ln -s ../one folder/two
  $ echo old >private
  $ flamegraph -o folder/two in && LC_ALL=C stat -c '%a %F' private && LC_ALL=C stat -c %F one folder/two
  600 regular file
  symbolic link
  symbolic link
  $ head -c 5 private && echo
  <?xml
  $ ln -s nothing dangling
  $ flamegraph -o dangling in && LC_ALL=C stat -c '%a %F' nothing && LC_ALL=C stat -c %F dangling
  644 regular file
  symbolic link
  $ ln -s circle circle
  $ flamegraph -o circle in 2>message
  [1]
  $ echo $?
  1
  $ cut -d: -f1,2 message && rm message
  flamegraph: circle
  $ ln -s /proc/self/fd/1 screen
  $ { echo before && collapse-filter -o screen in && echo after; } >stdout
  $ cat stdout
  before
  main;a 1
  after
  $ ls
  circle
  dangling
  folder
  in
  nothing
  one
  private
  screen
  stdout

# output-failed
No file where there is no picture.

  $ echo "a 1" | flamegraph -o x.svg --nameattr nosuch
  [1]
  $ echo $?
  1
  $ echo "a 18446744073709551615" | flamegraph -o x.svg --factor 2
  [1]
  $ echo $?
  1
  $ ls
  $ cat err
  flamegraph: nosuch: No such file or directory
  flamegraph: the counts, multiplied by the factor, are beyond 2^64-1

# output-nowhere

  $ echo "a 1" | flamegraph -o no/such/folder.svg
  [1]
  $ cat err
  flamegraph: no/such/folder.svg: No such file or directory

# overflow

  $ printf 'a 18446744073709551615\nb 1\n' | flamegraph || echo $?
  1
  $ printf 'a;b 18446744073709551615\na;b 1\n' | flamegraph || echo $?
  1
  $ cat err
  flamegraph: the sum of the counts is beyond 2^64-1
  flamegraph: count beyond 2^64-1: 'a;b'

# pretty-xml
needs: xmllint

  $ echo "a;b 1" | flamegraph --pretty-xml >svg
  $ xmllint --noout svg && grep -e '^    <svg' -e '^ *<g' -e '^ *<rect' -e '^ *<.g>' svg | cut -c 1-50
      <rect id="background" width="100%" height="100
      <svg id="frames" x="10" y="36" width="1180" he
          <g class="row" transform="translate(0,33)"
              <rect width="1048576" height="15" clas
          </g>
          <g class="row" transform="translate(0,17)"
              <rect width="1048576" height="15" clas
          </g>
          <g class="row" transform="translate(0,1)">
              <rect width="1048576" height="15" clas
          </g>
      <svg id="labels" x="10" y="36" width="1180" he
      </g></svg>
  $ echo "a;b 1" | flamegraph | grep -c '^ .*<rect'
  0
  [1]

# quotes

  $ printf '"a" '"'b'"' 1\n' | flamegraph --title '"T" '"'t'" | grep -e 'id="title"' -e '&quot;a'
  <text id="title" x="50%" y="24">&quot;T&quot; &apos;t&apos;</text>
  <rect width="1048576" height="15" class="c1"><title>&quot;a&quot; &apos;b&apos; (1 samples, 100.00%)</title></rect>
  <text x="0%" y="11">&quot;a&quot; &apos;b&apos;</text>

# random

  $ colors() # FILE - each frame's title and colour
  > {
  > 	sed -n 's/.*class="\(c[0-9]*\)"><title>\([^<(]*\).*/\1 \2/p' "$1" | while read -r class title; do
  > 		echo "$title" "$(sed -n "s/.*\.$class{fill:\(.*\)}/\1/p" "$1")"
  > 	done
  > }

Colours by lot: nothing else changes.

  $ printf 'a;b 1\nc 2\n' >in
  $ flamegraph --random in | grep -o '<title>[^<]*' | cut -c8-
  all (3 samples, 100%)
  a (1 samples, 33.33%)
  c (2 samples, 66.67%)
  b (1 samples, 33.33%)
  $ flamegraph --random --hash in >one
  $ flamegraph --hash in | cmp - one
  $ flamegraph --random in >one
  $ flamegraph --random in | cmp -s - one || echo differ
  differ

# repeatable
The same bytes on every run and for every number of threads.

  $ awk 'BEGIN { for (i = 0; i < 5000; i++) print "main;f" i % 97 ";g" i % 89 ";h" i, i }' >in
  $ flamegraph in >first
  $ for threads in 1 2 7; do
  > 	flamegraph -j $threads in | cmp - first
  > done
  $ sort -r in | flamegraph | cmp - first
  $ grep -c '<rect' first
  100

# reverse

  $ printf 'main;a;leaf 2\nmain;b;leaf 3\n' | flamegraph --reverse | grep -o '<title>.*</title>'
  <title>all (5 samples, 100%)</title>
  <title>leaf (5 samples, 100.00%)</title>
  <title>a (2 samples, 40.00%)</title>
  <title>b (3 samples, 60.00%)</title>
  <title>main (2 samples, 40.00%)</title>
  <title>main (3 samples, 60.00%)</title>

# root-is-drawn
Whatever the minimum width.

  $ echo "a 5" | flamegraph --minwidth 100% --total 400 | grep -o '<title>[^<]*' | cut -c8-
  all (400 samples, 100%)

# search-color

  $ echo "a 1" | flamegraph | grep -o '"searchcolor":.*'
  "searchcolor":"rgb(230,0,230)",
  $ echo "a 1" | flamegraph --search-color '#00ff7F' | grep -o '"searchcolor":.*'
  "searchcolor":"rgb(0,255,127)",
  $ echo "a 1" | flamegraph --search-color green
  [2]
  $ cat err
  flamegraph: option '--search-color' cannot take 'green': a colour is # and six hexadecimal digits; try 'flamegraph --help'

# separators

  $ printf 'a;--;b 1\na;-;c 1\n' | flamegraph --colors blue | grep -e 'c[0-9]*{fill' -e '<title>-' | sed 's/.*\.c/c/'
  c0{fill:rgb(90,90,213)}
  c1{fill:rgb(118,118,236)}
  c2{fill:rgb(200,200,200)}
  c3{fill:rgb(102,102,224)}
  c4{fill:rgb(160,160,160)}
  c5{fill:rgb(110,110,230)}
  <rect width="524288" height="15" class="c2"><title>- (1 samples, 50.00%)</title></rect>
  <rect x="524288" width="524288" height="15" class="c4"><title>-- (1 samples, 50.00%)</title></rect>

# siblings
Equal siblings are one frame, also where the bytes of the lines put others between them.

  $ printf 'a;b 1\na;b#x 1\na;b;c 1\n' | flamegraph | grep -o '<title>.*</title>'
  <title>all (3 samples, 100%)</title>
  <title>a (3 samples, 100.00%)</title>
  <title>b (2 samples, 66.67%)</title>
  <title>b#x (1 samples, 33.33%)</title>
  <title>c (1 samples, 33.33%)</title>

# stroke-color

  $ for color in '#123456' none; do
  > 	echo "a 1" | flamegraph --stroke-color "$color" | grep -o '#frames rect{stroke.*'
  > done
  #frames rect{stroke-opacity:1;stroke:rgb(18,52,86)}
  #frames rect{stroke-opacity:1;stroke:none}
  $ echo "a 1" | flamegraph | grep -c '#frames rect{stroke'
  0
  [1]
  $ echo "a 1" | flamegraph --stroke-color red
  [2]
  $ cat err
  flamegraph: option '--stroke-color' cannot take 'red': a colour is # and six hexadecimal digits; try 'flamegraph --help'

# tabs-and-blanks
A tab separates; blanks before the count and at the ends do not matter.

  $ printf 'a;b\t5\n  c   6  \r\nd;;e;; 7\n' | flamegraph | grep -o '<title>[^<]*' | cut -c8-
  all (18 samples, 100%)
  a (5 samples, 27.78%)
  c (6 samples, 33.33%)
  d (7 samples, 38.89%)
  b (5 samples, 27.78%)
   (7 samples, 38.89%)
  e (7 samples, 38.89%)

# text

  $ collapse-perf -q "$FIXTURES/perf/cxx-fp.txt" | flamegraph --text
  cpu-clock, 61 samples
  |all (122 ms, 61 samples, 100%)_________________________________________________
  |a/b:c_[x]___|io_12/u8:3____|my_worker_1___|my_worker_2 24.59%|pool_(a)_#3______
  |[libstdc++..|[libstdc++...||[libstdc++.s..|[libstdc++.so.6..||[libstdc++.so..|_
  |std::threa..|std::thread..||std::thread:..|std::thread::_S.. |std::thread::..
  |_|work______||__||work____||_|_|work______|||_|work 18.03%__ |work 19.67%____
       ||F..|__       |_|F..||    |_||Fi..|__    |||Fib<1..|_||       |||_|Fi..|
        |__|            ||__ |    |_ |__|_        ||__|Fi..             |_|F..||
        |__|            |||_ |       ||_||         |_|||F..               |F..|
        |__|            |||_ |       ||_||         |_|||_|_               ||__|
        |__|            |||_ |       ||_||         |_|||_||               |||_|
        |__|            |||_ |       ||_||         |_|||_||                ||_|
        ||_|            |||_ |       ||_||           | |_ |                 |_|
         |_|             ||_ |          ||             |_ |                 |_
           |              |_ |          ||                |
                             |
                             |
                             |
  179 of 179 frames shown
  $ flamegraph --text "$FIXTURES/folded/plain.folded"
  |all (1,042 samples, 100%)______________________________________________________
  |server 40.69%__________________|worker 2 59.31%________________________________
  |main 40.40%____________________|start_thread 59.31%____________________________
   |accept_loop 39.16%____________|compress 59.31%________________________________
      |handle_request 35.32%______|deflate_slow 57.29%__________________________|_
      |parse_header_|read..|writ..                |longest_match 37.14%_________
           |memchr__|__|s..|sys_..
                           |tcp_..
  18 of 19 frames shown, 1 too narrow
  $ flamegraph --text --columns 132 -o out.txt "$FIXTURES/flamegraph/wakeups.folded"
  $ cat out.txt
  |all (74 samples, 100%)_____________________________________________________________________________________________________________
  |--|client 90.54%__________________________________________________________________________________________________________|server__
  |__|connect_____|send 81.08%_______________________________________________________________________________________________|-- 6.76%
     |-- 9.46%____|poll 81.08%_______________________________________________________________________________________________|client__
     |resolver____                                                     |-- 40.54%____________________________________________|send____
     |answer 9.46%                                                     |server 40.54%________________________________________
                                                                       |reply 40.54%_________________________________________
                                                                       |write 40.54%_________________________________________
                                                                                                       |-- 16.22%____________
                                                                                                       |disk_irq 16.22%______
                                                                                                       |done 16.22%__________
  20 of 20 frames shown

# text-colors

  $ printf 'main;read_[k] 2\nmain;java/lang/Object.wait 1\nmain 1\n' >in
  $ for when in auto always never 256 truecolor; do
  > 	COLORTERM= flamegraph --text --columns 60 --colors java --color-text $when in | tr '\033' '^'
  > done
  |all (4 samples, 100%)______________________________________
  |main 100.00%_______________________________________________
                 |java/lang/Ob..|read 50.00%__________________
  3 of 3 frames shown
  ^[38;5;16;48;5;167m▏all (4 samples, 100%)                                      ^[0m
  ^[38;5;16;48;5;203m▏main 100.00%                                               ^[0m
                 ^[38;5;16;48;5;77m▏java/lang/Ob..^[38;5;231;48;5;130m▏read 50.00%                  ^[0m
  3 of 3 frames shown
  |all (4 samples, 100%)______________________________________
  |main 100.00%_______________________________________________
                 |java/lang/Ob..|read 50.00%__________________
  3 of 3 frames shown
  ^[38;5;16;48;5;167m▏all (4 samples, 100%)                                      ^[0m
  ^[38;5;16;48;5;203m▏main 100.00%                                               ^[0m
                 ^[38;5;16;48;5;77m▏java/lang/Ob..^[38;5;231;48;5;130m▏read 50.00%                  ^[0m
  3 of 3 frames shown
  ^[38;2;255;255;255;48;2;209;63;63m▏all (4 samples, 100%)                                      ^[0m
  ^[38;2;0;0;0;48;2;242;112;112m▏main 100.00%                                               ^[0m
                 ^[38;2;0;0;0;48;2;63;212;63m▏java/lang/Ob..^[38;2;0;0;0;48;2;194;94;0m▏read 50.00%                  ^[0m
  3 of 3 frames shown
  $ COLORTERM=truecolor flamegraph --text --columns 60 --color-text always in | head -n 1 | tr '\033' '^'
  ^[38;2;255;255;255;48;2;213;39;9m▏all (4 samples, 100%)                                      ^[0m
  $ NO_COLOR=1 COLORTERM=24bit flamegraph --text --columns 60 --color-text always in | head -n 1 | tr '\033' '^'
  ^[38;2;255;255;255;48;2;213;39;9m▏all (4 samples, 100%)                                      ^[0m
  $ flamegraph --text --color-text sometimes in
  [2]
  $ cat err
  flamegraph: option '--color-text' has no value 'sometimes': it is one of auto, always, never, 256, truecolor; try 'flamegraph --help'

# text-diff

  $ flamegraph --text "$FIXTURES/flamegraph/diff.folded"
  +all (1,024 samples, was 996.5: +27.5, x1.03, 100%)_____________________________
  +server 98.14% +26____________________________________________________________+_
  +accept_________|idle 48.83%___________________________+parse 29.30% +36______+_
     +read________                                                           -__
            +copy_                                                            +_
  10 of 10 frames shown
  -less  |same  +more  1 vanished, 1 new
  all: 997 samples -> 1,024 samples (+2.7 %)
  Largest change: +45, +4.31 points in copy
  $ flamegraph --text --diff-width both --diff-normalize --columns 60 "$FIXTURES/flamegraph/diff.folded"
  first profile multiplied by 1.0276
  |all (1,024 samples, was 1,024: 100%)_______________________
  -server 98.14% -0.10______________________________________+_
  +accept____-idle 48.83% -1.35____________+parse___________+_
    +read____                                            -__
          +__
  9 of 11 frames shown, 2 too narrow
  -less  |same  +more  1 vanished, 1 new
  Largest change: +4.31 points in copy
  $ flamegraph --text --diff-palette blue-orange --color-text 256 --columns 60 "$FIXTURES/flamegraph/diff.folded" | tr '\033' '^'
  ^[38;5;16;48;5;173m▏all (1,024 samples, was 996.5: +27.5, x1.03, 100%)         ^[0m
  ^[38;5;16;48;5;173m▏server 98.14% +26                                        ^[38;5;16;48;5;180m▏ ^[0m
  ^[38;5;16;48;5;179m▏accept     ^[38;5;16;48;5;250m▏idle 48.83%                 ^[38;5;16;48;5;172m▏parse 29.30% +36^[38;5;16;48;5;180m▏ ^[0m
    ^[38;5;16;48;5;179m▏read     ^[0m                                            ^[38;5;16;48;5;74m▏ ^[0m
         ^[38;5;16;48;5;208m▏copy^[0m                                             ^[38;5;16;48;5;173m▏^[0m
  10 of 10 frames shown
  ^[38;5;16;48;5;69m▏less ^[0m ^[38;5;16;48;5;250m▏same ^[0m ^[38;5;16;48;5;208m▏more ^[0m 1 vanished, 1 new
  all: 997 samples -> 1,024 samples (+2.7 %)
  Largest change: +45, +4.31 points in copy
  $ printf 'a 1 1\n' | flamegraph --text --columns 40
  |all (1 samples, was 1: 0, x1.00, 100%)_
  |a 100.00%______________________________
  1 of 1 frames shown
  -less  |same  +more  0 vanished, 0 new
  $ printf 'a 1 1\n' | flamegraph --text --columns 40 --colordiffusion --color-text 256 | tr '\033' '^'
  ^[38;5;16;48;5;203m▏all (1 samples, was 1: 0, x1.00, 100%) ^[0m
  ^[38;5;16;48;5;203m▏a 100.00%                              ^[0m
  1 of 1 frames shown

# text-names

  $ printf 'a\033[2J\007;\302\233x\377;\342\200\256y 9\n\t;z\r 1\n%s 4\n' '|_' | flamegraph --text --columns 40
  |all (14 samples, 100%)_________________
  |_|a?[2J? 64.29%____________||_ 28.57%__
  |z|?x? 64.29%_______________
    |?y 64.29%________________
  6 of 6 frames shown

# text-options

  $ printf 'a 1\n' >in
  $ for option in '--width 800' '--height 20' '--nameattr in' '--bgcolors blue' '--notes x' --pretty-xml '--markup full' --no-javascript; do
  > 	flamegraph --text $option in
  > done
  [2]
  $ for option in '--columns 80' '--depth 2' '--color-text 256' '--root top'; do
  > 	flamegraph $option in
  > done
  [2]
  $ flamegraph.pl --text in
  [255]
  $ inferno-flamegraph --text in
  [2]
  $ flamegraph --text </dev/null
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  flamegraph: options '--text' and '--width' exclude each other
  flamegraph: options '--text' and '--height' exclude each other
  flamegraph: options '--text' and '--nameattr' exclude each other
  flamegraph: options '--text' and '--bgcolors' exclude each other
  flamegraph: options '--text' and '--notes' exclude each other
  flamegraph: options '--text' and '--pretty-xml' exclude each other
  flamegraph: options '--text' and '--markup' exclude each other
  flamegraph: options '--text' and '--no-javascript' exclude each other
  flamegraph: option '--columns' is for --text; try 'flamegraph --help'
  flamegraph: option '--depth' is for --text; try 'flamegraph --help'
  flamegraph: option '--color-text' is for --text; try 'flamegraph --help'
  flamegraph: option '--root' is for --text; try 'flamegraph --help'
  flamegraph.pl: option '--text' is not known
  flamegraph.pl: usage: flamegraph.pl [OPTION...] [FILE...]
  inferno-flamegraph: option '--text' is not known; try 'inferno-flamegraph --help'
  flamegraph: no stacks in the input

# text-shape

  $ printf 'main;parse;read 5\nmain;parse 2\nmain;idle 4\nboot;init 1\n' >in
  $ flamegraph --text --columns 60 --root bottom in
                                     |read 41.67%_____________
  |init|idle 33.33%________|parse 58.33%______________________
  |boot|main 91.67%___________________________________________
  |all (12 samples, 100%)_____________________________________
  6 of 6 frames shown
  $ flamegraph --text --columns 60 --inverted in | head -n 1
  |all (12 samples, 100%)_____________________________________
  $ flamegraph --text --columns 60 --reverse in
  |all (12 samples, 100%)_____________________________________
  |idle 33.33%________|init|parse____|read 41.67%_____________
  |main 33.33%________|boot|main_____|parse 41.67%____________
                                     |main 41.67%_____________
  9 of 9 frames shown
  $ flamegraph --text --columns 60 --flamechart in
  |all (12 samples, 100%)_____________________________________
  |main 91.67%___________________________________________|boot
  |parse 58.33%______________________|idle 33.33%________|init
  |read 41.67%_____________
  6 of 6 frames shown
  $ flamegraph --text --columns 60 --base parse in
  |all (7 samples, 100%)______________________________________
  |parse 100.00%______________________________________________
                   |read 71.43%_______________________________
  2 of 2 frames shown
  $ flamegraph --text --columns 60 --total 24 in
  |all (24 samples, 100%)_____________________________________
  |_|main 45.83%________________
  |_|idle_____|parse 29.17%_____
                   |read 20.83%_
  6 of 6 frames shown
  $ flamegraph --text --columns 60 --depth 1 in
  |all (12 samples, 100%)_____________________________________
  |boot|main 91.67%___________________________________________
  2 of 6 frames shown, 4 too deep
  $ flamegraph --text --columns 60 --depth 2 --root bottom in
  |init|idle 33.33%________|parse 58.33%______________________
  |boot|main 91.67%___________________________________________
  |all (12 samples, 100%)_____________________________________
  5 of 6 frames shown, 1 too deep
  $ flamegraph --text --columns 60 --title Title --subtitle 'what it is' in
  Title
  what it is
  |all (12 samples, 100%)_____________________________________
  |boot|main 91.67%___________________________________________
  |init|idle 33.33%________|parse 58.33%______________________
                                     |read 41.67%_____________
  6 of 6 frames shown
  $ flamegraph --text --columns 60 --factor 0.5 --countname ms in | head -n 1
  |all (6 ms, 100%)___________________________________________
  $ printf 'a_very_long_name_of_a_function_that_will_not_fit_here 1\n' | flamegraph --text --columns 40 --truncate-text-left
  |all (1 samples, 100%)__________________
  |..nction_that_will_not_fit_here 100.00%
  1 of 1 frames shown
  $ flamegraph --text --root bottom --inverted in
  [2]
  $ cat err
  flamegraph: options '--root' and '--inverted' exclude each other

# text-terminal
needs: script stty linux

  $ printf 'main;a 5\nmain;b 3\n' >in
  $ TERM=xterm COLORTERM= script -qec 'stty cols 50; flamegraph --text in' /dev/null | tr '\033' '^' | tr -d '\r'
  ^[38;5;231;48;5;160m▏all (8 samples, 100%)                            ^[0m
  ^[38;5;16;48;5;214m▏main 100.00%                                     ^[0m
  ^[38;5;16;48;5;208m▏a 62.50%                      ^[38;5;16;48;5;172m▏b 37.50%          ^[0m
  3 of 3 frames shown
  $ TERM=dumb script -qec 'stty cols 50; flamegraph --text in' /dev/null | tr -d '\r'
  |all (8 samples, 100%)____________________________
  |main 100.00%_____________________________________
  |a 62.50%______________________|b 37.50%__________
  3 of 3 frames shown
  $ TERM=xterm NO_COLOR=1 script -qec 'stty cols 50; flamegraph --text in' /dev/null | tr -d '\r'
  |all (8 samples, 100%)____________________________
  |main 100.00%_____________________________________
  |a 62.50%______________________|b 37.50%__________
  3 of 3 frames shown
  $ TERM=xterm NO_COLOR= COLORTERM=24bit COLUMNS=30 script -qec 'flamegraph --text in' /dev/null | tr '\033' '^' | tr -d '\r'
  ^[38;2;255;255;255;48;2;213;39;9m▏all (8 samples, 100%)        ^[0m
  ^[38;2;0;0;0;48;2;243;179;42m▏main 100.00%                 ^[0m
  ^[38;2;0;0;0;48;2;236;146;35m▏a 62.50%         ^[38;2;0;0;0;48;2;230;117;28m▏b 37.50%   ^[0m
  3 of 3 frames shown
  $ TERM=xterm script -qec 'stty cols 50; flamegraph --text -o out in; cat out' /dev/null | tr -d '\r'
  |all (8 samples, 100%)__________________________________________________________
  |main 100.00%___________________________________________________________________
  |a 62.50%_________________________________________|b 37.50%_____________________
  3 of 3 frames shown

# text-width

  $ printf 'main;a 5\nmain;b 3\nmain;c 1\nmain;d 1\n' >in
  $ COLUMNS=40 flamegraph --text in
  |all (10 samples, 100%)_________________
  |main 100.00%___________________________
  |a 50.00%___________|b 30.00%___|c__|d__
  5 of 5 frames shown
  $ COLUMNS=40 flamegraph --text --columns 30 in
  |all (10 samples, 100%)_______
  |main 100.00%_________________
  |a 50.00%______|b 30.00%|c_|d_
  5 of 5 frames shown
  $ COLUMNS=0 flamegraph --text in | head -n 1
  |all (10 samples, 100%)_________________________________________________________
  $ COLUMNS=wide flamegraph --text in | head -n 1
  |all (10 samples, 100%)_________________________________________________________
  $ COLUMNS=99999999999999999999 flamegraph --text in | head -n 1
  |all (10 samples, 100%)_________________________________________________________
  $ COLUMNS=5 flamegraph --text in
  |all (10 samples, ..
  |main 100.00%_______
  |a 50.00%_|b____|c|d
  5 of 5 frames shown
  $ for width in 10 5 100% 20% 0; do
  > 	flamegraph --text --columns 40 --minwidth $width in
  > done
  |all (10 samples, 100%)_________________
  |main 100.00%___________________________
  |a 50.00%___________|b 30.00%___
  3 of 5 frames shown, 2 too narrow
  |all (10 samples, 100%)_________________
  |main 100.00%___________________________
  |a 50.00%___________|b 30.00%___
  3 of 5 frames shown, 2 too narrow
  |all (10 samples, 100%)_________________
  |main 100.00%___________________________
  1 of 5 frames shown, 4 too narrow
  |all (10 samples, 100%)_________________
  |main 100.00%___________________________
  |a 50.00%___________|b 30.00%___
  3 of 5 frames shown, 2 too narrow
  |all (10 samples, 100%)_________________
  |main 100.00%___________________________
  |a 50.00%___________|b 30.00%___|c__|d__
  5 of 5 frames shown
  $ flamegraph --text --columns 19 in
  [2]
  $ cat err
  flamegraph: option '--columns' needs a whole number from 20 to 10000, not '19'; try 'flamegraph --help'

# tidy-labels
Characters are counted, not bytes; the last two of those that fit are dots.

  $ awk 'BEGIN { for (i = 0; i < 9; i++) { s = s "é"; print s " 1" } }' | flamegraph --width 400 >svg
  $ sed -n '/id="labels"/,/<.svg>/s/.*>\(.*\)<.text>/\1/p' svg
  é
  éé
  ééé
  éééé
  ééééé
  ééé..
  ééé..
  ééé..
  ééé..

# titles

  $ echo "a 1" | flamegraph | grep -o '<text id="[a-z]*title".*'
  <text id="title" x="50%" y="24">Flame Graph</text>
  $ echo "a 1" | flamegraph --title "A & B's" --subtitle '"é" <b>' | grep -o '<text id="[a-z]*title".*'
  <text id="title" x="50%" y="24">A &amp; B&apos;s</text>
  <text id="subtitle" x="50%" y="48">&quot;é&quot; &lt;b&gt;</text>
  $ echo "a 1" | flamegraph --title '' | grep -o '<text id="[a-z]*title".*'
  <text id="title" x="50%" y="24">Flame Graph</text>

# total
The root gets wider, the others keep their counts; a total that is too small does not count.

  $ printf 'a 30\nb 20\n' >in
  $ flamegraph --total 100 in >svg
  $ grep -o '<title>[^<]*' svg | cut -c8-
  all (100 samples, 100%)
  a (30 samples, 30.00%)
  b (20 samples, 20.00%)
  $ grep -o '<rect[^>]*><title>[^(]*' svg
  <rect width="1048576" height="15" class="c0"><title>all\x20 (esc)
  <rect width="314573" height="15" class="c1"><title>a\x20 (esc)
  <rect x="314573" width="209715" height="15" class="c2"><title>b\x20 (esc)
  $ grep -o 'total_samples="[^"]*"' svg
  total_samples="100"
  $ flamegraph --total 49 in | grep -o 'total_samples="[^"]*"'
  total_samples="50"
  $ flamegraph --total 99.5 in | grep -o 'total_samples="[^"]*"'
  total_samples="99.5"
  $ flamegraph --total abc in
  [2]
  $ echo $?
  2
  $ cat err
  flamegraph: --total is less than the sum of the counts: it is ignored
  flamegraph: option '--total' cannot take 'abc': it is a count; try 'flamegraph --help'

# truncate

  $ printf 'abcdefghijklmnop 1\nb 15\n' >in
  $ for option in --truncate-text-left --truncate-text-right; do
  > 	flamegraph --width 700 $option in >svg
  > 	grep -o '"truncate":.*' svg
  > 	grep -o '<text x="0.*' svg
  > done
  "truncate":"left",
  <text x="0%" y="11" class="w">..nop</text>
  "truncate":"right",
  <text x="0%" y="11" class="w">abc..</text>
  $ flamegraph --width 700 in | cmp - svg
  $ flamegraph --truncate-text-left --truncate-text-right in
  [2]
  $ cat err
  flamegraph: options '--truncate-text-right' and '--truncate-text-left' exclude each other

# uicolor

  $ echo "a 1" | flamegraph --uicolor '#102030' | grep -o ' text{fill.*'
   text{fill:rgb(16,32,48)}
  $ echo "a 1" | flamegraph | grep -c ' text{fill'
  0
  [1]
  $ echo "a 1" | flamegraph --uicolor none
  [2]
  $ cat err
  flamegraph: option '--uicolor' cannot take 'none': a colour is # and six hexadecimal digits; try 'flamegraph --help'

# width

  $ echo "a;b 1" | flamegraph --width 620 >svg
  $ grep -o '<svg version.*viewBox="[^"]*"' svg | grep -o 'width.*'
  width="620" height="118" viewBox="0 0 620 118"
  $ grep -o 'id="frames".*total' svg
  id="frames" x="10" y="36" width="600" height="48" viewBox="0 0 1048576 48" preserveAspectRatio="none" cursor="pointer" total

# width-bad

  $ echo "a 1" | flamegraph --width abc || echo $?
  2
  $ echo "a 1" | flamegraph --width 20
  [2]
  $ cat err
  flamegraph: option '--width' needs a whole number from 21 to 1000000, not 'abc'; try 'flamegraph --help'
  flamegraph: option '--width' needs a whole number from 21 to 1000000, not '20'; try 'flamegraph --help'

# width-least
as narrow as a picture can be that has room for frames

  $ for tool in flamegraph inferno-flamegraph; do
  > 	echo "a;b 1" | $tool --width 21 | grep -o '<svg id="frames".*total'
  > 	echo "a;b 1" | $tool --width 20 || echo "exit $?"
  > done
  <svg id="frames" x="10" y="36" width="1" height="48" viewBox="0 0 1048576 48" preserveAspectRatio="none" cursor="pointer" total
  exit 2
  <svg id="frames" x="10" y="36" width="1" height="48" viewBox="0 0 1048576 48" preserveAspectRatio="none" cursor="pointer" total
  exit 2
  $ printf 'a;b 1 3\na;c 2 1\n' | flamegraph --width 21 --height 2 | tail -n 1
  </svg>
  $ cat err
  flamegraph: option '--width' needs a whole number from 21 to 1000000, not '20'; try 'flamegraph --help'
  inferno-flamegraph: option '--width' needs a whole number from 21 to 1000000, not '20'; try 'inferno-flamegraph --help'

# wrong-input
an input that is not folded is named, with the command that reads it; nothing is drawn

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	sed "s,$FIXTURES,fixtures,g" err
  > }

formats whose lines are no stacks, and formats in which some or most of them could be

  $ for file in perf/cxx-fp.txt perf/cxx-fp.F-no-time.txt dtrace/node.txt callgrind/callers.out \
  > 	jfr/samples.txt xdebug/shop.xt pprof-rs/plain.txt heaptrack/leaks.txt; do
  > 	try flamegraph "$FIXTURES/$file"
  > 	try flamegraph <"$FIXTURES/$file"
  > done
  exit 1, 0 bytes
  flamegraph: fixtures/perf/cxx-fp.txt: this is the output of perf script; try: collapse-perf fixtures/perf/cxx-fp.txt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is the output of perf script; try: ... | collapse-perf | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/perf/cxx-fp.F-no-time.txt: this is the output of perf script; try: collapse-perf fixtures/perf/cxx-fp.F-no-time.txt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is the output of perf script; try: ... | collapse-perf | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/dtrace/node.txt: this is DTrace's stack() and ustack(); try: collapse-dtrace fixtures/dtrace/node.txt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is DTrace's stack() and ustack(); try: ... | collapse-dtrace | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/callgrind/callers.out: this is the call graph of valgrind's callgrind; try: collapse-callgrind fixtures/callgrind/callers.out | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is the call graph of valgrind's callgrind; try: ... | collapse-callgrind | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/jfr/samples.txt: this is jfr print; try: collapse-jfr fixtures/jfr/samples.txt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is jfr print; try: ... | collapse-jfr | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/xdebug/shop.xt: this is function traces of PHP's Xdebug; try: collapse-xdebug fixtures/xdebug/shop.xt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is function traces of PHP's Xdebug; try: ... | collapse-xdebug | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/pprof-rs/plain.txt: this is the text report of pprof-rs and flamesample; try: collapse-pprof-rs fixtures/pprof-rs/plain.txt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is the text report of pprof-rs and flamesample; try: ... | collapse-pprof-rs | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: fixtures/heaptrack/leaks.txt: this is what heaptrack and heaptrack_print write; try: collapse-heaptrack fixtures/heaptrack/leaks.txt | flamegraph > out.svg
  exit 1, 0 bytes
  flamegraph: standard input: this is what heaptrack and heaptrack_print write; try: ... | collapse-heaptrack | flamegraph > out.svg
  $ cat "$FIXTURES/jstack/work.txt" | try flamegraph --text
  exit 1, 0 bytes
  flamegraph: standard input: this is thread dumps of Java; try: ... | collapse-jstack | flamegraph --text
  $ try flamegraph --flamechart "$FIXTURES/perf/java-fp.txt"
  exit 1, 0 bytes
  flamegraph: fixtures/perf/java-fp.txt: this is the output of perf script; try: collapse-perf fixtures/perf/java-fp.txt | flamegraph > out.svg
  $ try flamegraph -q "$FIXTURES/perf/java-fp.txt"
  exit 1, 0 bytes
  flamegraph: fixtures/perf/java-fp.txt: this is the output of perf script; try: collapse-perf fixtures/perf/java-fp.txt | flamegraph > out.svg

the file that is wrong is the one that is named; it need not be the first

  $ printf 'main;f 1\n' >good.folded
  $ try flamegraph good.folded "$FIXTURES/perf/cxx-fp.txt"
  exit 1, 0 bytes
  flamegraph: fixtures/perf/cxx-fp.txt: this is the output of perf script; try: collapse-perf fixtures/perf/cxx-fp.txt | flamegraph > out.svg
  $ cp "$FIXTURES/perf/cxx-fp.txt" 'a b.txt'
  $ try flamegraph 'a b.txt'
  exit 1, 0 bytes
  flamegraph: a b.txt: this is the output of perf script; try: collapse-perf FILE | flamegraph > out.svg

an old picture stays

  $ echo old >old.svg
  $ try flamegraph -o old.svg "$FIXTURES/perf/cxx-fp.txt"
  exit 1, 0 bytes
  flamegraph: fixtures/perf/cxx-fp.txt: this is the output of perf script; try: collapse-perf fixtures/perf/cxx-fp.txt | flamegraph > out.svg
  $ cat old.svg
  old

files that no program reads

  $ printf 'PERFILE2 and more' >perf.data
  $ try flamegraph perf.data
  exit 1, 0 bytes
  flamegraph: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | flamegraph > out.svg
  $ try flamegraph <perf.data
  exit 1, 0 bytes
  flamegraph: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | flamegraph > out.svg
  $ printf '\177ELF\002\001\001' >program
  $ try flamegraph program
  exit 1, 0 bytes
  flamegraph: program: this is a program, a library or a core file (ELF); try: flamegraph-record -- program
  $ try flamegraph <program
  exit 1, 0 bytes
  flamegraph: standard input: this is a program, a library or a core file (ELF); try: flamegraph-record -- ./program
  $ printf '\377\376p\000e\000r\000f\000' >wide.txt
  $ try flamegraph wide.txt
  exit 1, 0 bytes
  flamegraph: wide.txt: this is text in UTF-16; try: iconv -f UTF-16 -t UTF-8 wide.txt | flamegraph
  $ try flamegraph <wide.txt
  exit 1, 0 bytes
  flamegraph: standard input: this is text in UTF-16; try: ... | iconv -f UTF-16 -t UTF-8 | flamegraph
  $ printf 'BZh91AY' >a.bz2
  $ try flamegraph a.bz2
  exit 1, 0 bytes
  flamegraph: a.bz2: this is compressed by bzip2; try: bzip2 -dc a.bz2 | flamegraph
  $ try flamegraph <a.bz2
  exit 1, 0 bytes
  flamegraph: standard input: this is compressed by bzip2; try: ... | bzip2 -dc | flamegraph
  $ printf 'PK\003\004zip' >a.zip
  $ try flamegraph a.zip
  exit 1, 0 bytes
  flamegraph: a.zip: this is a zip archive; unpack it, and give its files
  $ flamegraph good.folded >a.svg 2>err
  $ try flamegraph a.svg
  exit 1, 0 bytes
  flamegraph: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '<!DOCTYPE html>\n<p>' >a.html
  $ try flamegraph a.html
  exit 1, 0 bytes
  flamegraph: a.html: this is an HTML page; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try flamegraph a.json
  exit 1, 0 bytes
  flamegraph: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ try flamegraph <a.json
  exit 1, 0 bytes
  flamegraph: standard input: this is JSON in no known format; collapse-guess --list names the formats

# wrong-input-imitated
needs: flamegraph.pl inferno-flamegraph
under the originals' names such an input has no stacks, and is not named

  $ for name in flamegraph.pl inferno-flamegraph; do
  > 	$name "$FIXTURES/perf/cxx-fp.txt" >out 2>err
  > 	echo "$name: exit $?, $(grep -c 'this is' err)"
  > 	grep -o 'ERROR[^<]*' out
  > done
  flamegraph.pl: exit 2, 0
  ERROR: No valid input provided to flamegraph.pl.
  inferno-flamegraph: exit 1, 0
  ERROR: No valid input provided to flamegraph

# wrong-input-not
folded stacks with some bad lines, and lines that nobody knows, are what they were

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(grep -c '<title>' out) frames"
  > 	cat err
  > }
  $ printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
  $ try flamegraph some.folded
  exit 0, 4 frames
  flamegraph: some.folded:2: no count at the end of the line: 'bad'
  flamegraph: skipped 1 line without a count
  $ printf 'main;f 10\nbad\nworse\nnothing\n' >most.folded
  $ try flamegraph most.folded
  exit 0, 3 frames
  flamegraph: most.folded:2: no count at the end of the line: 'bad'
  flamegraph: most.folded:3: no count at the end of the line: 'worse'
  flamegraph: most.folded:4: no count at the end of the line: 'nothing'
  flamegraph: skipped 3 lines without a count
  $ printf 'main 100\nbad\nworse\nnothing\n' >single.folded
  $ try flamegraph single.folded
  exit 0, 2 frames
  flamegraph: single.folded:2: no count at the end of the line: 'bad'
  flamegraph: single.folded:3: no count at the end of the line: 'worse'
  flamegraph: single.folded:4: no count at the end of the line: 'nothing'
  flamegraph: skipped 3 lines without a count
  $ printf '[unknown];f\n[vdso];g\n' >no-counts.folded
  $ try flamegraph no-counts.folded
  exit 1, 0 frames
  flamegraph: no-counts.folded:1: no count at the end of the line: '[unknown];f'
  flamegraph: no-counts.folded:2: no count at the end of the line: '[vdso];g'
  flamegraph: skipped 2 lines without a count
  flamegraph: no stacks in the input
  $ printf 'a word 100\nanother one 20\n' >words.folded
  $ try flamegraph words.folded
  exit 0, 3 frames
  $ printf '# nothing\n' >comments
  $ try flamegraph comments
  exit 1, 0 frames
  flamegraph: no stacks in the input
  $ : >empty
  $ try flamegraph empty
  exit 1, 0 frames
  flamegraph: no stacks in the input

# header-idle
needs: base64 gzip
idle samples that were left out: in the subtitle, and on the page

  $ idle() # SAMPLES IDLE
  > {
  > 	printf '# flambeau: samples=%s\n# flambeau: idle=%s\na;b 20\n' "$1" "$2"
  > }
  $ idle 20 80 | flamegraph | grep -o '>20 samples[^<]*<'
  >20 samples, 80 idle samples (80 %) left out<
  $ idle 20 1 | flamegraph | grep -o '>20 samples[^<]*<'
  >20 samples, 1 idle sample (4 %) left out<
  $ idle 0x 80 | flamegraph | grep -o '>[^<]*left out<'
  >80 idle samples left out<
  $ head_of() # of the page's data
  > {
  > 	sed -n 's/.*id="data" data-encoding="gzip">//p' | sed 's/<.*//' | base64 -d | gzip -dc | grep -a -c "$1"
  > }
  $ idle 20 80 | flamegraph --html | head_of '"idle":"80 idle samples (80 %) left out"'
  1
  $ idle 20 x | flamegraph --html | head_of '"idle"'
  0
  [1]
  $ (idle 20 80 && idle 20 80) | collapse-filter | grep '^#'
  # flambeau: samples=40
  # flambeau: idle=160
  $ (idle 20 80 && echo "c 1") | collapse-filter --focus c
  c 1
  $ cat err
  collapse-filter: left out 1 of 2 stacks

# whole-pictures
All elements but the script, and the rules that options make: a differential with marks, and one with the root on
top.

  $ whole() # OPTION...
  > {
  > 	flamegraph --pretty-xml --hash "$@" in >svg
  > 	sed -e '/<script/,/<.script>/d' -e '/^[.@].* {/d' -e '/^}$/d' -e 's/fg-[0-9a-f]*/fg/g' svg
  > }

  $ printf 'm;a;deep 4 9\nm;gone;x 30 0\nm;gone;y 20 0\nm;new 0 40\nm;z 500 500\n' >in
  $ whole --title 'two < three' --subtitle before
  <?xml version="1.0" standalone="no"?>
  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
  <svg version="1.1" class="flamegraph fg" width="1200" height="188" viewBox="0 0 1200 188" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
  <x:meta xmlns:x="http://www.w3.org/1999/xhtml" name="viewport" content="width=device-width,initial-scale=1"/>
      <style>
  .fg text{font-family:monospace;font-size:12px}
  .fg #title{font-size:17px}
  .fg #frames.zoomed~#marks{display:none}
  .fg .c0{fill:rgb(172,172,208)}
  .fg .c1{fill:rgb(206,172,168)}
  .fg .c2{fill:rgb(244,116,115)}
  .fg .c3{fill:rgb(190,188,184)}
      </style>
      <defs><linearGradient class="usual" id="fg-background" x1="0" y1="0" x2="0" y2="1"><stop stop-color="rgb(238,238,238)" offset="5%"/><stop stop-color="rgb(238,238,176)" offset="95%"/></linearGradient></defs>
      <rect id="background" width="100%" height="100%" fill="url(#fg-background)"/>
      <text id="title" x="50%" y="24">two &lt; three</text>
      <text id="subtitle" x="50%" y="48">before</text>
      <text id="details" x="10" y="141"> </text>
      <text id="unzoom" class="hide" x="10" y="24">Reset Zoom</text>
      <text id="search" class="hide" x="100%" transform="translate(-10,0)" y="24">Search</text>
      <text id="ignorecase" class="hide" x="100%" transform="translate(-110,0)" y="24">Aa</text>
      <text id="matched" x="100%" transform="translate(-10,0)" y="141"> </text>
      <svg id="frames" x="10" y="60" width="1180" height="64" viewBox="0 0 1048576 64" preserveAspectRatio="none" cursor="pointer" total_samples="549" hidden_frames="0" vanished_frames="3" new_frames="1">
          <g class="row" transform="translate(0,49)">
              <rect width="1048576" height="15" class="c0"><title>all (549 samples, was 554: -5, x0.99, 100%)</title></rect>
          </g>
          <g class="row" transform="translate(0,33)">
              <rect width="1048576" height="15" class="c0"><title>m (549 samples, was 554: -5, x0.99, 100.00% -&gt; 100.00%)</title></rect>
          </g>
          <g class="row" transform="translate(0,17)">
              <rect width="17190" height="15" class="c1"><title>a (9 samples, was 4: +5, x2.25, 0.72% -&gt; 1.64%)</title></rect>
              <rect x="17190" width="76399" height="15" class="c2"><title>new (40 samples, was 0: +40, 0.00% -&gt; 7.29%)</title></rect>
              <rect x="93589" width="954987" height="15" class="c3"><title>z (500 samples, was 500: 0, x1.00, 90.25% -&gt; 91.07%)</title></rect>
          </g>
          <g class="row" transform="translate(0,1)">
              <rect width="17190" height="15" class="c1"><title>deep (9 samples, was 4: +5, x2.25, 0.72% -&gt; 1.64%)</title></rect>
          </g>
      </svg>
      <svg id="labels" x="10" y="60" width="1180" height="64"><g transform="translate(3,0)">
          <text x="0%" y="43">m -5</text>
          <text x="1.6393%" y="27">new</text>
          <text x="8.9253%" y="27">z</text>
      </g></svg>
      <defs><pattern id="fg-hatch" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="rgb(100,100,255)"/><path d="M-1 1l2-2M0 4l4-4M3 5l2-2" stroke="#000"/></pattern></defs>
      <g id="marks" fill="url(#fg-hatch)">
          <rect x="1.6393%" transform="translate(8.6721,0)" y="77" width="2" height="15"><title>3 frames vanished here, the largest: gone (was 50 samples, 9.03%)</title></rect>
      </g>
      <g id="legend">
          <rect x="10" y="155" width="9" height="9" fill="rgb(100,100,255)" stroke="#888" stroke-width="0.5"/>
          <text x="23.5" y="164">-50 less</text>
          <rect x="96.7" y="155" width="9" height="9" fill="rgb(190,188,184)" stroke="#888" stroke-width="0.5"/>
          <text x="110.2" y="164">same</text>
          <rect x="154.12" y="155" width="9" height="9" fill="rgb(255,100,100)" stroke="#888" stroke-width="0.5"/>
          <text x="167.62" y="164">+50 more</text>
          <rect x="240.82" y="155" width="9" height="9" fill="url(#fg-hatch)" stroke="#888" stroke-width="0.5"/>
          <text x="254.32" y="164">up to 9.03% vanished</text>
          <text x="10" y="182">all: 554 samples -&gt; 549 samples (-0.9 %); largest change of a share: -50, -9.03 percentage points in gone</text>
      </g>
  </svg>
  $ whole --inverted --diff-width before --no-javascript --width 400
  <?xml version="1.0" standalone="no"?>
  <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
  <svg version="1.1" class="flamegraph fg" width="400" height="168" viewBox="0 0 400 168" role="group" aria-label="Icicle Graph" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
      <style>
  .fg text{font-family:monospace;font-size:12px}
  .fg #title{font-size:17px}
  .fg #frames.zoomed~#marks{display:none}
  .fg .c0{fill:rgb(172,172,208)}
  .fg .c1{fill:rgb(206,172,168)}
  .fg .c2{fill:rgb(100,100,255)}
  .fg .c3{fill:rgb(132,132,234)}
  .fg .c4{fill:rgb(148,148,224)}
  .fg .c5{fill:rgb(190,188,184)}
      </style>
      <defs><linearGradient class="usual" id="fg-background" x1="0" y1="0" x2="0" y2="1"><stop stop-color="rgb(238,238,238)" offset="5%"/><stop stop-color="rgb(238,238,176)" offset="95%"/></linearGradient></defs>
      <rect id="background" width="100%" height="100%" fill="url(#fg-background)"/>
      <text id="title" x="50%" y="24">Icicle Graph</text>
      <svg id="frames" x="10" y="52" width="380" height="64" viewBox="0 0 1048576 64" preserveAspectRatio="none" total_samples="554" hidden_frames="0" vanished_frames="3" new_frames="1">
          <g class="row" transform="translate(0,0)">
              <rect width="1048576" height="15" class="c0"><title>all (549 samples, was 554: -5, x0.99, 100%)</title></rect>
          </g>
          <g class="row" transform="translate(0,16)">
              <rect width="1048576" height="15" class="c0"><title>m (549 samples, was 554: -5, x0.99, 100.00% -&gt; 100.00%)</title></rect>
          </g>
          <g class="row" transform="translate(0,32)">
              <rect width="7571" height="15" class="c1"><title>a (9 samples, was 4: +5, x2.25, 0.72% -&gt; 1.64%)</title></rect>
              <rect x="7571" width="94637" height="15" class="c2"><title>gone (0 samples, was 50: -50, 9.03% -&gt; 0.00%)</title></rect>
              <rect x="102208" width="946368" height="15" class="c5"><title>z (500 samples, was 500: 0, x1.00, 90.25% -&gt; 91.07%)</title></rect>
          </g>
          <g class="row" transform="translate(0,48)">
              <rect width="7571" height="15" class="c1"><title>deep (9 samples, was 4: +5, x2.25, 0.72% -&gt; 1.64%)</title></rect>
              <rect x="7571" width="56782" height="15" class="c3"><title>x (0 samples, was 30: -30, 5.42% -&gt; 0.00%)</title></rect>
              <rect x="64353" width="37855" height="15" class="c4"><title>y (0 samples, was 20: -20, 3.61% -&gt; 0.00%)</title></rect>
          </g>
      </svg>
      <svg id="labels" x="10" y="52" width="380" height="64"><g transform="translate(3,0)">
          <text x="0%" y="26">m -5</text>
          <text x="0.722%" y="42">gone</text>
          <text x="9.7473%" y="42">z</text>
      </g></svg>
      <defs><pattern id="fg-hatch" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="rgb(255,100,100)"/><path d="M-1 1l2-2M0 4l4-4M3 5l2-2" stroke="#000"/></pattern></defs>
      <g id="marks" fill="url(#fg-hatch)">
          <rect x="9.7473%" transform="translate(7.0505,0)" y="84" width="2" height="15"><title>1 new frame here: new (40 samples, 7.29%)</title></rect>
      </g>
      <g id="legend">
          <rect x="10" y="135" width="9" height="9" fill="rgb(100,100,255)" stroke="#888" stroke-width="0.5"/>
          <text x="23.5" y="144">-50 less</text>
          <rect x="96.7" y="135" width="9" height="9" fill="rgb(190,188,184)" stroke="#888" stroke-width="0.5"/>
          <text x="110.2" y="144">same</text>
          <rect x="154.12" y="135" width="9" height="9" fill="rgb(255,100,100)" stroke="#888" stroke-width="0.5"/>
          <text x="167.62" y="144">+50 more</text>
          <rect x="240.82" y="135" width="9" height="9" fill="url(#fg-hatch)" stroke="#888" stroke-width="0.5"/>
          <text x="254.32" y="144">up to 7.29% new</text>
          <text x="10" y="162">all: 554 samples -&gt; 549 samples (-0.9 %); largest change of a share: -50, -9.03 percentage points in </text>
      </g>
  </svg>

# diff-marks-largest
The first of the largest ones names a mark, of one place and of places that are near each other.

  $ printf 'a;x 5 0\na;y 5 0\na;z 7 7\nb;v 2 0\nb;w 3 0\nb;u 1 1\n' >in
  $ flamegraph --no-javascript --minwidth 600 --min-vanished 0 in >svg
  $ grep -o '[0-9]* frames vanished here[^<]*' svg
  2 frames vanished here, the largest: x (was 5 samples, 21.74%)
  2 frames vanished here, the largest: w (was 3 samples, 13.04%)
  $ for n in 1 3 5 5; do printf 'm;a%s;x%s %s 0\nm;a%s 1 1\n' $n $n $n $n; done >in
  $ printf 'm;z 9999 9999\n' >>in
  $ flamegraph --no-javascript --min-vanished 0 in >svg
  $ grep -o '[0-9]* frames vanished here[^<]*' svg
  3 frames vanished here, the largest: x5 (was 10 samples, 0.10%)

# diff-leaf-own-name
The colours of the other names compare with the largest difference of a line, which lines of one stack share.

  $ printf 'a;b 5 9\na;b 3 100\nc 9 9\nd 1 40\n' | inferno-flamegraph --no-javascript >svg
  $ grep -o '<title>.*</title>\|fill="rgb[^"]*"\|^.*[.]c[0-9]{.*' svg | sed 's/fg-[0-9a-f]*/fg/g'
  .fg .c0{fill:rgb(250,250,250)}
  .fg .c1{fill:rgb(255,100,100)}
  .fg .c2{fill:rgb(255,189,189)}
  <title>all (158 samples, 100%)</title>
  <title>a (109 samples, 68.99%; 0.00%)</title>
  <title>c (9 samples, 5.70%; 0.00%)</title>
  <title>d (40 samples, 25.32%; +24.68%)</title>
  <title>b (109 samples, 68.99%; +61.39%)</title>
  $ grep -o 'class="c[0-9]*"><title>[^ ]*' svg
  class="c0"><title>all
  class="c0"><title>a
  class="c0"><title>c
  class="c2"><title>d
  class="c1"><title>b
