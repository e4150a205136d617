SPDX-License-Identifier: MIT

# comm-shapes
names of processes are any text: with and without threads, times and call chains

  $ names='#io 3|#|# x||  two  blanks|a|7|worker 7|x 12/13|[000]|y [003]|a: b|cycles:|:-1|a;b|5.5:|x 1.250000: y|K|foo U|VM: x|PERF x|kworker/0:1-ev|(a)|é|0x12|->|dead beef|N/A|=>'
  $ IFS='|'
  $ for name in $names; do
  > 	for thread in '  123/124   [001]     5.000001:       1000 cycles: ' '   123     5.000001: cycles: ' ' 12345 ' \
  > 		'  1234 [001]         50 cycles: ' '  1234 [001]     5.000001:         60 '; do
  > 		printf '%s%s\n\t%16x leaf+0x1 (/x)\n\n' "$name" "$thread" 4198400
  > 	done
  > 	printf '%16s  1234 [001]     5.000001:       1000 cycles:  %16x leaf+0x1 (/x)\n' "$name" 4198400
  > 	printf '%16s  1234 [001]        100 cycles:  %16x leaf+0x1 (/x)\n' "$name" 4198400
  > 	printf '%16s  1234 [001]        200  %16x leaf+0x1 (/x)\n' "$name" 4198400
  > done >in
  $ collapse-perf --no-header --simplify none in 2>&1
  collapse-perf: in:79: not a line of perf script: '  two  blanks 12345 '
  collapse-perf: skipped 1 unrecognised line
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  #;leaf 2411
  #_x;leaf 2411
  #io_3;leaf 2412
  (a);leaf 2412
  ->;leaf 2412
  0x12;leaf 2412
  5.5:;leaf 2412
  7;leaf 2412
  :-1;leaf 2412
  =>;leaf 2412
  K;leaf 2412
  N/A;leaf 2412
  PERF_x;leaf 2412
  VM:_x;leaf 2412
  [000];leaf 2412
  [unknown];leaf 2415
  a:_b;leaf 2412
  a:b;leaf 2412
  a;leaf 2412
  cycles:;leaf 2412
  dead_beef;leaf 2412
  foo_U;leaf 2412
  kworker/0:1-ev;leaf 2412
  two__blanks;leaf 2411
  worker_7;leaf 2412
  x;leaf 4
  x_1.250000:_y;leaf 2061
  x_12/13;leaf 2412
  y_[003];leaf 2412
  é;leaf 2412

# empty-pipe
a pipe that nothing came from is named; not a file that is empty

  $ true | collapse-perf; collapse-perf </dev/null; true | collapse-guess
  [1]
  $ cat err
  collapse-perf: nothing recognised: the input is empty; the program before the pipe printed nothing
  collapse-perf: nothing recognised: the input is empty
  collapse-guess: nothing recognised: the input is empty; the program before the pipe printed nothing

# err-4-gib-in-one-piece
needs: native ulimit

  $ printf 'a 1 [000] 1.0: 1 cycles:\n\t1 f (x)\n\n' >in
  $ truncate -s 4294967345 in
  $ (ulimit -v 1000000; stackcollapse-perf.pl --srcline in)
  [1]
  $ cat err
  stackcollapse-perf.pl: out of memory

# err-ambiguous-prefix

  $ for option in --s --a --in --c; do
  > 	collapse-perf $option </dev/null
  > 	echo "exit $?"
  > done
  exit 2
  exit 2
  exit 2
  exit 2
  $ stackcollapse-perf.pl --a </dev/null 2>message
  [255]
  $ echo "exit $?"
  exit 255
  $ sed '1!d; s/;.*//' message
  stackcollapse-perf.pl: option '--a' is ambiguous
  $ inferno-collapse-perf --a </dev/null
  [2]
  $ echo "exit $?"
  exit 2
  $ cat err
  collapse-perf: option '--s' is ambiguous: --simplify, --srcline, --symfs, --skip-after, --stats, --strict; try 'collapse-perf --help'
  collapse-perf: option '--a' is ambiguous: --all, --addrs, --absolute-time; try 'collapse-perf --help'
  collapse-perf: option '--in' is ambiguous: --inlined, --inline; try 'collapse-perf --help'
  collapse-perf: option '--c' is ambiguous: --context, --comm, --cpu; try 'collapse-perf --help'
  inferno-collapse-perf: option '--a' is not known; try 'inferno-collapse-perf --help'

# err-bad-value

  $ for option in '-j x' -j-1 -j99999 --threads= '-n 1.5' '--simplify all' '--time 5' '--time x,y' \
  > 	'--time 1,2,3' '--comm (' '--cpu x' '--pid-filter x' '--tid-filter 1x' --comm --kernel=yes; do
  > 	collapse-perf $option </dev/null
  > 	echo "$option: exit $?"
  > done
  -j x: exit 2
  -j-1: exit 2
  -j99999: exit 2
  --threads=: exit 2
  -n 1.5: exit 2
  --simplify all: exit 2
  --time 5: exit 2
  --time x,y: exit 2
  --time 1,2,3: exit 2
  --comm (: exit 2
  --cpu x: exit 2
  --pid-filter x: exit 2
  --tid-filter 1x: exit 2
  --comm: exit 2
  --kernel=yes: exit 2
  $ cat err
  collapse-perf: option '-j' needs a whole number from 0 to 256, not 'x'; try 'collapse-perf --help'
  collapse-perf: option '-j' needs a whole number from 0 to 256, not '-1'; try 'collapse-perf --help'
  collapse-perf: option '-j' needs a whole number from 0 to 256, not '99999'; try 'collapse-perf --help'
  collapse-perf: option '--threads' needs a whole number from 0 to 256, not ''; try 'collapse-perf --help'
  collapse-perf: option '-n' needs a whole number from 0 to 256, not '1.5'; try 'collapse-perf --help'
  collapse-perf: option '--simplify' has no value 'all': it is one of none, args, templates; try 'collapse-perf --help'
  collapse-perf: option '--time' cannot take '5': expected FROM,TO in seconds; one of them may be left out; try 'collapse-perf --help'
  collapse-perf: option '--time' cannot take 'x,y': expected FROM,TO in seconds; one of them may be left out; try 'collapse-perf --help'
  collapse-perf: option '--time' cannot take '1,2,3': expected FROM,TO in seconds; one of them may be left out; try 'collapse-perf --help'
  collapse-perf: option '--comm': at character 2: missing closing parenthesis
  collapse-perf: option '--cpu' needs a number, not 'x'
  collapse-perf: option '--pid-filter' needs a number, not 'x'
  collapse-perf: option '--tid-filter' needs a number, not '1x'
  collapse-perf: option '--comm' needs a value; try 'collapse-perf --help'
  collapse-perf: option '--kernel' takes no value; try 'collapse-perf --help'

# err-binary-input
a program, say: its control characters do not reach the terminal

  $ printf '\177ELF\002\001\001\000\000\000\n\000>\000\001\033[2J\001\n\n\001\002' >in
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool in 2>message
  > 	echo "$tool: exit $?"
  > 	tr -d '\n -~' <message | wc -c
  > 	tail -n 1 message
  > done
  collapse-perf: exit 1
  0
  collapse-perf: in: this is a program, a library or a core file (ELF); try: flamegraph-record -- in
  stackcollapse-perf.pl: exit 0
  0
  stackcollapse-perf.pl: skipped 3 unrecognised lines
  inferno-collapse-perf: exit 0
  0
  inferno-collapse-perf: skipped 3 weird event lines

# err-closed-pipe
ends like cat does: by the signal, in silence

  $ awk 'BEGIN { for (i = 0; i < 20000; i++)
  > 	printf "demo %d/%d [000] %d.5: 3 cycles:\n\t40118a f%d (/tmp/demo)\n\t40118b main (/tmp/demo)\n\n", i, i, i, i }' >in
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	{ $tool in; echo "$tool: $?" >>status; } | true
  > done
  $ cat status
  collapse-perf: 141
  stackcollapse-perf.pl: 141
  inferno-collapse-perf: 141

# err-closed-stdin

  $ for tool in collapse-perf inferno-collapse-perf; do
  > 	$tool <&-
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  inferno-collapse-perf: exit 1
  $ cat err
  collapse-perf: standard input: Bad file descriptor
  inferno-collapse-perf: standard input: Bad file descriptor

# err-closed-stdout

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool "$INPUTS/opt-pid.in" >&-
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 1
  inferno-collapse-perf: exit 1
  $ cat err
  collapse-perf: standard output: Bad file descriptor
  stackcollapse-perf.pl: standard output: Bad file descriptor
  inferno-collapse-perf: standard output: Bad file descriptor

# err-comments-only

  $ printf '# a header\n# and no sample\n\n' >in
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	$tool in
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 0
  $ cat err
  collapse-perf: nothing recognised in the input (3 lines)

# err-count-overflow
two samples reach beyond 2^64-1, on one thread or several

  $ cat >err-count-overflow.in <<'EOF'
  > demo 100/101 [000] 1.5: 18446744073709551610 cycles:
  > 	40118a f (/tmp/demo)
  > 	40118b main (/tmp/demo)
  >
  > demo 100/101 [000] 1.6: 6 cycles:
  > 	40118a f (/tmp/demo)
  > 	40118b main (/tmp/demo)
  >
  > EOF
  $ for tool in 'collapse-perf -j 1' 'collapse-perf -j 2 --chunk-size 10' stackcollapse-perf.pl \
  > 	inferno-collapse-perf; do
  > 	$tool <err-count-overflow.in
  > 	echo "$tool: exit $?"
  > done
  collapse-perf -j 1: exit 1
  collapse-perf -j 2 --chunk-size 10: exit 1
  stackcollapse-perf.pl: exit 1
  inferno-collapse-perf: exit 1
  $ cat err
  collapse-perf: count beyond 2^64-1: 'demo;main;f'
  collapse-perf: count beyond 2^64-1: 'demo;main;f'
  stackcollapse-perf.pl: count beyond 2^64-1: 'demo;main;f'
  inferno-collapse-perf: count beyond 2^64-1: 'demo;main;f'

# err-damaged-compression
needs: gzip zstd
the magic number is right, the rest is not

  $ printf '\037\213 and no more of it\n' >bad.gz
  $ printf '\050\265\057\375 and no more of it\n' >text.zst # not even the header is
  $ printf '\050\265\057\375\004\130\205\000\000 and no more of it\n' >bad.zst
  $ zstd -q -c "$INPUTS/opt-pid.in" | head -c 60 >cut.zst
  $ { gzip -c "$INPUTS/opt-pid.in"; echo rubbish; } >tail.gz
  $ for file in bad.gz text.zst bad.zst cut.zst tail.gz; do
  > 	collapse-perf $file
  > 	echo "exit $?"
  > done
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  $ cat err
  collapse-perf: bad.gz: the compressed data are damaged, noticed at byte 4
  collapse-perf: nothing recognised in the input (1 lines)
  collapse-perf: bad.zst: the compressed data are damaged, noticed at byte 0
  collapse-perf: cut.zst: the compressed data end too early, at byte 60
  collapse-perf: tail.gz: the compressed data are damaged, noticed at byte 101

# err-directory

  $ mkdir dir
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool dir
  > 	echo "$tool: exit $?"
  > 	$tool <dir
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 0
  stackcollapse-perf.pl: exit 1
  inferno-collapse-perf: exit 1
  inferno-collapse-perf: exit 1
  $ cat err
  collapse-perf: dir: Is a directory
  collapse-perf: standard input: Is a directory
  stackcollapse-perf.pl: Can't open dir: Is a directory
  stackcollapse-perf.pl: standard input: Is a directory
  inferno-collapse-perf: dir: Is a directory
  inferno-collapse-perf: standard input: Is a directory

# err-empty-input

  $ : >empty
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool empty
  > 	echo "$tool: exit $?"
  > 	$tool </dev/null
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 0
  stackcollapse-perf.pl: exit 0
  inferno-collapse-perf: exit 0
  inferno-collapse-perf: exit 0
  $ cat err
  collapse-perf: nothing recognised: the input is empty
  collapse-perf: nothing recognised: the input is empty

# err-folded-input
what is folded already is not the output of perf script

  $ printf 'demo;main;f 3\ndemo;main;g 5\n' | collapse-perf 2>message
  [1]
  $ echo "exit $?"
  exit 1
  $ tail -n 1 message
  collapse-perf: standard input: these are folded stacks already; try: ... | flamegraph > out.svg

# err-full-disk

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool "$INPUTS/opt-pid.in" >/dev/full
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 1
  inferno-collapse-perf: exit 1
  $ collapse-perf -o /dev/full "$INPUTS/opt-pid.in"
  [1]
  $ echo "-o: exit $?"
  -o: exit 1
  $ collapse-perf --help >/dev/full
  [1]
  $ echo "--help: exit $?"
  --help: exit 1
  $ cat err
  collapse-perf: standard output: No space left on device
  stackcollapse-perf.pl: standard output: No space left on device
  inferno-collapse-perf: standard output: No space left on device
  collapse-perf: /dev/full: No space left on device
  collapse-perf: standard output: No space left on device

# err-largest-count
2^64-1 itself is a count

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool <<-'END'
  > 	demo 100/101 [000] 1.5: 18446744073709551610 cycles:
  > 	 40118a f (/tmp/demo)
  >
  > 	demo 100/101 [000] 1.6: 5 cycles:
  > 	 40118a f (/tmp/demo)
  >
  > 	END
  > done
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 18446744073709551615
  demo;f 18446744073709551615
  demo;f 18446744073709551615

# err-missing-file
ours and inferno's end there; the script warns and goes on with the others

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool missing.txt
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 0
  inferno-collapse-perf: exit 1
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	$tool missing.txt "$INPUTS/opt-pid.in" gone.txt
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  demo;f 8
  stackcollapse-perf.pl: exit 0
  $ cat err
  collapse-perf: missing.txt: No such file or directory
  stackcollapse-perf.pl: Can't open missing.txt: No such file or directory
  inferno-collapse-perf: missing.txt: No such file or directory
  collapse-perf: missing.txt: No such file or directory
  collapse-perf: gone.txt: No such file or directory
  stackcollapse-perf.pl: Can't open missing.txt: No such file or directory
  stackcollapse-perf.pl: Can't open gone.txt: No such file or directory

# err-nothing-recognised

  $ printf 'what is this?\nno idea\n' >in
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool in
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 0
  inferno-collapse-perf: exit 0
  $ cat err
  collapse-perf: nothing recognised in the input (2 lines)
  stackcollapse-perf.pl: in:1: Unrecognized line: 'what is this?'
  stackcollapse-perf.pl: in:2: Unrecognized line: 'no idea'
  stackcollapse-perf.pl: skipped 2 unrecognised lines
  inferno-collapse-perf: in:1: Weird event line: 'what is this?'
  inferno-collapse-perf: in:2: Weird event line: 'no idea'
  inferno-collapse-perf: skipped 2 weird event lines

# err-nothing-selected

  $ for option in '--comm nobody' '--event-filter nothing' '--cpu 7' '--time 50,60'; do
  > 	collapse-perf $option "$INPUTS/opt-selection.in"
  > 	echo "exit $?"
  > done
  exit 1
  exit 1
  exit 1
  exit 1
  $ for tool in stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool --event-filter nothing "$INPUTS/opt-selection.in"
  > 	echo "$tool: exit $?"
  > done
  stackcollapse-perf.pl: exit 0
  inferno-collapse-perf: exit 0
  $ cat err
  collapse-perf: no stacks: none of 4 samples was selected
  collapse-perf: --comm can select: demo (1), my worker 1 (1), my worker 2 (1), other (1)
  collapse-perf: no stacks: none of 4 samples was selected
  collapse-perf: --event-filter can select: cycles (4)
  collapse-perf: no stacks: none of 4 samples was selected
  collapse-perf: --cpu can select: 001 (2), 000 (1), 010 (1)
  collapse-perf: no stacks: none of 4 samples was selected
  collapse-perf: --time can select: 10.500000 to 13.500000
  stackcollapse-perf.pl: skipped 4 samples of other events
  inferno-collapse-perf: skipped 4 samples of other events

# err-output-file
a name that cannot be written; the input is not to blame

  $ mkdir dir
  $ for name in nodir/out dir; do
  > 	collapse-perf -o $name "$INPUTS/opt-pid.in"
  > 	echo "exit $?"
  > done
  exit 1
  exit 1
  $ ls
  dir
  $ cat err
  collapse-perf: nodir/out: No such file or directory
  collapse-perf: dir: Is a directory

# err-period-overflow

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	printf 'demo 100/101 [000] 1.5: 18446744073709551616 cycles:\n\t40118a f (/tmp/demo)\n\n' |
  > 		$tool
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 1
  inferno-collapse-perf: exit 1
  $ cat err
  collapse-perf: standard input:1: period beyond 2^64-1: 'demo 100/101 [000] 1.5: 18446744073709551616 cycles:'
  collapse-perf: no output: part of the input was not understood
  stackcollapse-perf.pl: standard input:1: period beyond 2^64-1: 'demo 100/101 [000] 1.5: 18446744073709551616 cycles:'
  stackcollapse-perf.pl: no output: part of the input was not understood
  inferno-collapse-perf: standard input:1: period beyond 2^64-1: 'demo 100/101 [000] 1.5: 18446744073709551616 cycles:'
  inferno-collapse-perf: no output: part of the input was not understood

# err-read-fails
a file that opens and cannot be read; C libraries have different words for it

  $ test -e /proc/self/mem || exit 0
  $ for tool in collapse-perf inferno-collapse-perf; do
  > 	$tool /proc/self/mem 2>err
  > 	test $? -eq 1 || echo "$tool: not 1"
  > 	sed 's|: I/O error$|: Input/output error|' err >&2
  > done
  $ cat err
  collapse-perf: /proc/self/mem: Input/output error
  inferno-collapse-perf: /proc/self/mem: Input/output error

# err-too-deep
the root side of 65536 frames is kept

  $ awk 'BEGIN {
  > 	print "demo 100/101 [000] 1.5: 3 cycles:"
  > 	for (i = 70000; i > 0; i--)
  > 		printf "\t40118a f%d (/tmp/demo)\n", i
  > 	print ""
  > }' | collapse-perf | awk -F ';' '{ print NF, $1, $2, $NF }'
  1 # flambeau: event=cycles  # flambeau: event=cycles
  1 # flambeau: unit=cycles  # flambeau: unit=cycles
  1 # flambeau: samples=1  # flambeau: samples=1
  65536 demo f1 f65535 3
  $ cat err
  collapse-perf: standard input:70002: deeper than 65536 frames, cut at the leaf: 'demo'

# err-truncated-gzip
needs: gzip

  $ awk 'BEGIN { for (i = 0; i < 500; i++)
  > 	printf "demo %d/%d [000] %d.5: 3 cycles:\n\t40118a f%d (/tmp/demo)\n\n", i, i, i, i }' |
  > 	gzip -c >whole.gz
  $ head -c 1000 whole.gz >cut.gz
  $ head -c 5 whole.gz >head.gz
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool cut.gz
  > 	echo "$tool: exit $?"
  > 	$tool head.gz
  > 	echo "$tool: exit $?"
  > 	$tool <cut.gz
  > 	echo "$tool: exit $?"
  > done
  collapse-perf: exit 1
  collapse-perf: exit 1
  collapse-perf: exit 1
  stackcollapse-perf.pl: exit 1
  stackcollapse-perf.pl: exit 1
  stackcollapse-perf.pl: exit 1
  inferno-collapse-perf: exit 1
  inferno-collapse-perf: exit 1
  inferno-collapse-perf: exit 1
  $ collapse-perf -o out.folded cut.gz
  [1]
  $ ls
  cut.gz
  head.gz
  whole.gz
  $ cat err
  collapse-perf: cut.gz: the compressed data end too early, at byte 1000
  collapse-perf: head.gz: the compressed data end too early, at byte 5
  collapse-perf: standard input: the compressed data end too early, at byte 1000
  stackcollapse-perf.pl: cut.gz: the compressed data end too early, at byte 1000
  stackcollapse-perf.pl: head.gz: the compressed data end too early, at byte 5
  stackcollapse-perf.pl: standard input: the compressed data end too early, at byte 1000
  inferno-collapse-perf: cut.gz: the compressed data end too early, at byte 1000
  inferno-collapse-perf: head.gz: the compressed data end too early, at byte 5
  inferno-collapse-perf: standard input: the compressed data end too early, at byte 1000
  collapse-perf: cut.gz: the compressed data end too early, at byte 1000

# err-unknown-option

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool --nosuch "$INPUTS/opt-pid.in" 2>message
  > 	echo "$tool: exit $?"
  > 	sed '1!d; s/;.*//' message
  > done
  collapse-perf: exit 2
  collapse-perf: option '--nosuch' is not known
  stackcollapse-perf.pl: exit 255
  stackcollapse-perf.pl: option '--nosuch' is not known
  inferno-collapse-perf: exit 2
  inferno-collapse-perf: option '--nosuch' is not known

# event-lines-again
an event line that came before, but for its numbers, is read as it was the first time

  $ while IFS= read -r line; do
  > 	printf '%s\n\t%16x main+0x1 (/bin/a)\n\n' "$line" 4198400
  > done >in <<'END'
  > server  4100 [014]  1246.685876:    1 cpu-clock: 
  > server 4100/4101 [014]  1246.685876:    2 cpu-clock: 
  > io worker 2    12 [000]  1.5:    3 cpu-clock: 
  > compact:1     7 [003]  1.5:    4 cpu-clock:
  > pool (a) #3   7 [003] 1.5: 5 cpu-clock: 
  > [kworker]     7 [003]  1.5:    6 cpu-clock: 
  > a [0     7 [003]  1.5:    7 cpu-clock: 
  > a 1.5: b     7 [003]  1.5:    8 cpu-clock: 
  > x 12 [3] 4.5: 7 cycles:  9 [003]  1.5:    9 cpu-clock: 
  > swapper     0 [003]  1.5: cpu-clock: 
  > swapper     0 [003]  1.5:    1844674407 cpu-clock: 
  > swapper     0 [1a]  1.5:    10 cpu-clock: 
  > swapper     0 []  1.5:    11 cpu-clock: 
  > swapper     0 [003]  1.:    12 cpu-clock: 
  > swapper     0 [003]     13 cpu-clock: 
  > swapper	0 [003]	1.5:	14	cpu-clock: 
  > swapper    -1 [003]  1.5:    15 cpu-clock: 
  > swapper     0 [003]  1.5:    16 cpu-clock: text
  > server  4100 [014]  1246.685876:    17 cycles: 
  > server  4100 [014]  1246.685876:    18 cycles: with text: 19 cpu-clock: 
  > END
  $ collapse-perf --tid --event-filter=cpu-clock --event-filter=cycles in | tee once
  cpu-clock;[kworker]-?/7;main 6
  cpu-clock;a_1.5:_b-?/7;main 8
  cpu-clock;a_[0-?/7;main 7
  cpu-clock;compact:1-?/7;main 4
  cpu-clock;io_worker_2-?/12;main 3
  cpu-clock;pool_(a)_#3-?/7;main 5
  cpu-clock;server-4100/4101;main 2
  cpu-clock;server-?/4100;main 1
  cpu-clock;swapper-?/-1;main 15
  cpu-clock;swapper-?/0;main 1844674472
  cpu-clock;swapper_____0_[003]__1.:-?/12;main 1
  cycles;server-?/4100;main 35
  cycles;x-?/12;main 7
  $ cat in in in | collapse-perf --tid --event-filter=cpu-clock --event-filter=cycles |
  > 	awk '{ count = $NF / 3; sub(/[0-9]+$/, count); print }' CONVFMT=%d | cmp - once
  $ cat err
  collapse-perf: ignored an unknown field between thread and time in 2 samples, the first: '[1a]'
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  collapse-perf: ignored an unknown field between thread and time in 6 samples, the first: '[1a]'
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf

# event-patterns
patterns of the shell, and all: a root frame, or a label, for each event

  $ sample()
  > {
  > 	printf 'prog 1/1 [000] 1.%d: %s %s: %s\n\t1000 work+0x1 (/bin/prog)\n\n' "$1" "$2" "$3" "$4"
  > }
  $ {
  > 	sample 1 '' syscalls:sys_enter_read 'fd: 0x00000003'
  > 	sample 2 '' syscalls:sys_enter_write 'fd: 0x00000004'
  > 	sample 3 '' syscalls:sys_exit_read '0x10'
  > 	sample 4 20 cycles:u
  > 	sample 5 30 cycles
  > 	sample 6 '' syscalls:sys_enter_read 'fd: 0x00000005'
  > } >in
  $ show()
  > {
  > 	echo "== $*"
  > 	collapse-perf "$@" in 2>&1
  > }
  $ show --event-filter 'syscalls:sys_enter_*'
  == --event-filter syscalls:sys_enter_*
  collapse-perf: left out 3 samples of other events: cycles (1), cycles:u (1), syscalls:sys_exit_read (1)
  syscalls:sys_enter_read;prog;work 2
  syscalls:sys_enter_write;prog;work 1
  $ show --event-filter 'syscalls:sys_enter_*' --header
  == --event-filter syscalls:sys_enter_* --header
  collapse-perf: left out 3 samples of other events: cycles (1), cycles:u (1), syscalls:sys_exit_read (1)
  # flambeau: unit=samples
  # flambeau: duration=0.5s
  # flambeau: samples=3
  syscalls:sys_enter_read;prog;work 2
  syscalls:sys_enter_write;prog;work 1
  $ show --event-filter 'syscalls:sys_enter_*' --labels event
  == --event-filter syscalls:sys_enter_* --labels event
  collapse-perf: left out 3 samples of other events: cycles (1), cycles:u (1), syscalls:sys_exit_read (1)
  @event=syscalls:sys_enter_read;prog;work 2
  @event=syscalls:sys_enter_write;prog;work 1
  $ show --event-filter 'cycle?'
  == --event-filter cycle?
  collapse-perf: left out 4 samples of other events: syscalls:sys_enter_read (2), syscalls:sys_enter_write (1), syscalls:sys_exit_read (1)
  # flambeau: unit=cycles
  # flambeau: samples=2
  cycles:u;prog;work 20
  cycles;prog;work 30
  $ show --event-filter '*:sys_e[nx]*_read' --event-filter cycles:u
  == --event-filter *:sys_e[nx]*_read --event-filter cycles:u
  collapse-perf: left out 2 samples of other events: cycles (1), syscalls:sys_enter_write (1)
  cycles:u;prog;work 20
  syscalls:sys_enter_read;prog;work 2
  syscalls:sys_exit_read;prog;work 1
  $ show --event-filter all -j 3 --chunk-size 1
  == --event-filter all -j 3 --chunk-size 1
  cycles:u;prog;work 20
  cycles;prog;work 30
  syscalls:sys_enter_read;prog;work 2
  syscalls:sys_enter_write;prog;work 1
  syscalls:sys_exit_read;prog;work 1
  $ show --event-filter 'nothing*'
  == --event-filter nothing*
  collapse-perf: no stacks: none of 6 samples was selected
  collapse-perf: --event-filter can select: syscalls:sys_enter_read (2), cycles (1), cycles:u (1), syscalls:sys_enter_write (1), syscalls:sys_exit_read (1)
  [1]
  $ echo == as the originals: only the name
  == as the originals: only the name
  $ stackcollapse-perf.pl --event-filter='cycle?' in 2>&1
  stackcollapse-perf.pl: skipped 2 samples of other events
  prog;work 4
  $ inferno-collapse-perf --event-filter all in 2>&1
  inferno-collapse-perf: skipped 6 samples of other events

# event-patterns-are-names
needs: python3
an event that is called as the pattern is the one that is meant, wherever it comes; a backslash says so, too

  $ sample()
  > {
  > 	printf 'prog     1/1     [000]     1.00000%d:         10 %s: \n\t            1000 work+0x1 (/bin/prog)\n\n' "$1" "$2"
  > }
  $ { sample 1 ab; sample 2 all; sample 3 'a*'; sample 4 'a*:u'; sample 5 ac; } >in
  $ python3 -B "$TESTS/system/recordings/perfdata.py" in made
  $ show()
  > {
  > 	echo "== $*"
  > 	for input in in made/file.data; do
  > 		symfs=
  > 		[ $input = in ] || symfs='--symfs made/root'
  > 		collapse-perf --no-header $symfs "$@" $input 2>&1
  > 		collapse-perf --no-header -j 3 --chunk-size 1 $symfs "$@" $input 2>&1
  > 	done | sort | uniq -c | sed 's/^ *//'
  > }
  $ show --event-filter 'a*'
  == --event-filter a*
  4 collapse-perf: left out 3 samples of other events: ab (1), ac (1), all (1)
  4 prog;work 20
  $ show --event-filter 'all'
  == --event-filter all
  4 collapse-perf: left out 4 samples of other events: a* (1), a*:u (1), ab (1), ac (1)
  4 prog;work 10
  $ show --event-filter 'a*' --event-filter 'ab'
  == --event-filter a* --event-filter ab
  4 a*:u;prog;work 10
  4 a*;prog;work 10
  4 ab;prog;work 10
  4 collapse-perf: left out 2 samples of other events: ac (1), all (1)
  $ show --event-filter 'a*' --labels event
  == --event-filter a* --labels event
  4 @event=a*:u;prog;work 10
  4 @event=a*;prog;work 10
  4 collapse-perf: left out 3 samples of other events: ab (1), ac (1), all (1)
  $ show --event-filter 'a\*'
  == --event-filter a\*
  4 a*:u;prog;work 10
  4 a*;prog;work 10
  4 collapse-perf: left out 3 samples of other events: ab (1), ac (1), all (1)
  $ show --event-filter '[a]ll'
  == --event-filter [a]ll
  4 all;prog;work 10
  4 collapse-perf: left out 4 samples of other events: a* (1), a*:u (1), ab (1), ac (1)
  $ show --event-filter 'a?'
  == --event-filter a?
  4 a*:u;prog;work 10
  4 a*;prog;work 10
  4 ab;prog;work 10
  4 ac;prog;work 10
  4 collapse-perf: left out 1 sample of other events: all (1)

# event-units
needs: python3
an event on several units of the processor is one, unless a unit is asked for; the same of recordings of the samples

  $ text=$FIXTURES/perf/hybrid.txt
  $ python3 -B "$TESTS/system/recordings/perfdata.py" "$text" made
  $ collapse() # INPUT OPTION...
  > {
  > 	input=$1
  > 	shift
  > 	collapse-perf --header "$@" "$input" 2>&1 | sed '/frequency=/d'
  > }
  $ show()
  > {
  > 	echo "== $*"
  > 	collapse "$text" "$@" | tee printed
  > 	collapse "$text" "$@" -j 3 --chunk-size 1 | cmp - printed
  > 	for form in file pipe swapped; do
  > 		collapse made/$form.data --symfs made/root "$@" | cmp - printed
  > 	done
  > }
  $ show
  ==\x20 (esc)
  collapse-perf: kept the first event, cycles (cpu_core, cpu_atom); left out 3 samples of other events, for --event-filter: cpu_atom/cycles/u (1), cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event="cycles (cpu_core, cpu_atom)"
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=6
  demo;main;draw;fill 4506
  demo;main;poll 1
  $ show --event-filter cycles
  == --event-filter cycles
  collapse-perf: left out 2 samples of other events: cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event="cycles (cpu_core, cpu_atom)"
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=7
  demo;main;draw;fill 4513
  demo;main;poll 1
  $ show --event-filter cycles:P
  == --event-filter cycles:P
  collapse-perf: left out 3 samples of other events: cpu_atom/cycles/u (1), cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event="cycles:P (cpu_core, cpu_atom)"
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=6
  demo;main;draw;fill 4506
  demo;main;poll 1
  $ show --event-filter cycles:u
  == --event-filter cycles:u
  collapse-perf: left out 8 samples of other events: cpu_core/cycles/P (4), cpu_atom/cycles/P (2), cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event="cycles:u (cpu_atom)"
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=1
  demo;main;draw;fill 7
  $ show --event-filter cpu_core/cycles/
  == --event-filter cpu_core/cycles/
  collapse-perf: left out 5 samples of other events: cpu_atom/cycles/P (2), cpu_atom/cycles/u (1), cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event=cpu_core/cycles/
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=4
  demo;main;draw;fill 4006
  $ show --event-filter cpu_atom/cycles/P
  == --event-filter cpu_atom/cycles/P
  collapse-perf: left out 7 samples of other events: cpu_core/cycles/P (4), cpu_atom/cycles/u (1), cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event=cpu_atom/cycles/P
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=2
  demo;main;draw;fill 500
  demo;main;poll 1
  $ show --event-filter cycles --event-filter instructions
  == --event-filter cycles --event-filter instructions
  # flambeau: duration=0.008s
  # flambeau: samples=9
  cycles:P;demo;main;draw;fill 4506
  cycles:P;demo;main;poll 1
  cycles:u;demo;main;draw;fill 7
  instructions:P;demo;main;draw;fill 50
  instructions:P;demo;main;poll 40
  $ show --event-filter cpu_core/cycles/P --event-filter cycles
  == --event-filter cpu_core/cycles/P --event-filter cycles
  collapse-perf: left out 2 samples of other events: cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=7
  cpu_core/cycles/P;demo;main;draw;fill 4006
  cycles:P;demo;main;draw;fill 500
  cycles:P;demo;main;poll 1
  cycles:u;demo;main;draw;fill 7
  $ show --event-filter 'cpu_*/cycles/*'
  == --event-filter cpu_*/cycles/*
  collapse-perf: left out 2 samples of other events: cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=7
  cpu_atom/cycles/P;demo;main;draw;fill 500
  cpu_atom/cycles/P;demo;main;poll 1
  cpu_atom/cycles/u;demo;main;draw;fill 7
  cpu_core/cycles/P;demo;main;draw;fill 4006
  $ show --event-filter 'cyc*'
  == --event-filter cyc*
  collapse-perf: left out 2 samples of other events: cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: unit=cycles
  # flambeau: duration=0.008s
  # flambeau: samples=7
  cycles:P;demo;main;draw;fill 4506
  cycles:P;demo;main;poll 1
  cycles:u;demo;main;draw;fill 7
  $ show --labels event
  == --labels event
  collapse-perf: kept the first event, cycles (cpu_core, cpu_atom); left out 3 samples of other events, for --event-filter: cpu_atom/cycles/u (1), cpu_atom/instructions/P (1), cpu_core/instructions/P (1)
  # flambeau: event="cycles (cpu_core, cpu_atom)"
  # flambeau: duration=0.008s
  # flambeau: samples=6
  @event=cycles:P;demo;main;draw;fill 4506
  @event=cycles:P;demo;main;poll 1
  $ show --list-events
  == --list-events
  collapse-perf: one event on units of the processor: cpu_atom/cycles/P and cpu_core/cycles/P; --event-filter cycles:P keeps all of them
  collapse-perf: one event on units of the processor: cpu_atom/instructions/P and cpu_core/instructions/P; --event-filter instructions:P keeps all of them
  cpu_atom/cycles/P 2 501
  cpu_atom/cycles/u 1 7
  cpu_atom/instructions/P 1 40
  cpu_core/cycles/P 4 4006
  cpu_core/instructions/P 1 50
  $ echo "== whole names, as the originals have them"
  == whole names, as the originals have them
  $ stackcollapse-perf.pl "$text" 2>&1
  stackcollapse-perf.pl: skipped 7 samples of other events
  stackcollapse-perf.pl: Filtering for events of type: cpu_atom/instructions/P
  demo;main;draw;fill 500
  demo;main;poll 1
  $ stackcollapse-perf.pl --event-filter=cycles "$text" 2>&1
  stackcollapse-perf.pl: skipped 9 samples of other events
  $ inferno-collapse-perf "$text" 2>&1
  inferno-collapse-perf: skipped 7 samples of other events
  demo;main;draw;fill 500
  demo;main;poll 1

# event-units-apart
what only looks like one event: raw numbers, units of other devices, other modifiers, no unit

  $ sample()
  > {
  > 	printf 'prog 1/1 [000] 1.5: 10 %s:\n\t1000 work+0x1 (/bin/prog)\n\n' "$1"
  > }
  $ show()
  > {
  > 	echo "== $*"
  > 	for event; do sample "$event"; done >in
  > 	collapse-perf --header in 2>&1
  > }
  $ show cpu_core/event=0x3c/ cpu_atom/event=0x3c/
  == cpu_core/event=0x3c/ cpu_atom/event=0x3c/
  collapse-perf: kept the first event, cpu_core/event=0x3c/; left out 1 sample of other events, for --event-filter: cpu_atom/event=0x3c/ (1)
  # flambeau: event="cpu_core/event=0x3c/"
  # flambeau: unit=events
  # flambeau: samples=1
  prog;work 10
  $ show uncore_imc_0/cas_count_read/ uncore_imc_1/cas_count_read/
  == uncore_imc_0/cas_count_read/ uncore_imc_1/cas_count_read/
  collapse-perf: kept the first event, uncore_imc_0/cas_count_read/; left out 1 sample of other events, for --event-filter: uncore_imc_1/cas_count_read/ (1)
  # flambeau: event=uncore_imc_0/cas_count_read/
  # flambeau: unit=cas_count_read
  # flambeau: samples=1
  prog;work 10
  $ show cpu_core/cycles/u cpu_atom/cycles/k
  == cpu_core/cycles/u cpu_atom/cycles/k
  collapse-perf: kept the first event, cycles:u (cpu_core); left out 1 sample of other events, for --event-filter: cpu_atom/cycles/k (1)
  # flambeau: event="cycles:u (cpu_core)"
  # flambeau: unit=cycles
  # flambeau: samples=1
  prog;work 10
  $ show cpu_core/cycles/ cpu_atom/instructions/
  == cpu_core/cycles/ cpu_atom/instructions/
  collapse-perf: kept the first event, cycles (cpu_core); left out 1 sample of other events, for --event-filter: cpu_atom/instructions/ (1)
  # flambeau: event="cycles (cpu_core)"
  # flambeau: unit=cycles
  # flambeau: samples=1
  prog;work 10
  $ show cycles cpu_core/cycles/
  == cycles cpu_core/cycles/
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: cpu_core/cycles/ (1)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  prog;work 10
  $ echo == and what is one
  == and what is one
  $ show armv8_cortex_a53/cycles/ armv8_cortex_a72/cycles/ armv8_cortex_a72/cycles/
  == armv8_cortex_a53/cycles/ armv8_cortex_a72/cycles/ armv8_cortex_a72/cycles/
  # flambeau: event="cycles (armv8_cortex_a72, armv8_cortex_a53)"
  # flambeau: unit=cycles
  # flambeau: samples=3
  prog;work 30
  $ show apple_icestorm_pmu/cycles/ apple_firestorm_pmu/cycles/
  == apple_icestorm_pmu/cycles/ apple_firestorm_pmu/cycles/
  # flambeau: event="cycles (apple_firestorm_pmu, apple_icestorm_pmu)"
  # flambeau: unit=cycles
  # flambeau: samples=2
  prog;work 20
  $ show cpu_core/cycles:ppp/ cpu_atom/cycles/ppp
  == cpu_core/cycles:ppp/ cpu_atom/cycles/ppp
  # flambeau: event="cycles (cpu_atom, cpu_core)"
  # flambeau: unit=cycles
  # flambeau: samples=2
  prog;work 20
  $ show cpu_core/cycles/u cpu_atom/cycles/u cpu_lowpower/cycles/u
  == cpu_core/cycles/u cpu_atom/cycles/u cpu_lowpower/cycles/u
  # flambeau: event="cycles:u (cpu_atom, cpu_core, cpu_lowpower)"
  # flambeau: unit=cycles
  # flambeau: samples=3
  prog;work 30

# fields-are-no-frames
fields that perf script prints beside a stack change nothing, and nothing is said of them

  $ awk '/^== / { file = sprintf("%03d", ++n); name = substr($0, 4); print name > (file ".name"); next }
  > 	{ print > (file ".txt") }' "$INPUTS/fields-are-no-frames.in"
  $ for text in *.txt; do
  > 	collapse-perf --no-header --strict "$text" >out 2>err
  > 	status=$?
  > 	case $(cat "${text%.txt}.name") in
  > 	*'no call chain' | branch* | instr* | freq* | write*) wanted='app;leaf 1000' ;;
  > 	*) wanted='app;main;leaf 1000' ;;
  > 	esac
  > 	said=$(grep -v 'no call chains: record with' err)
  > 	[ "$(cat out)" = "$wanted" ] || said="$(cat out); $said"
  > 	printf '%s: %s%s\n' "$(cat "${text%.txt}.name")" "${said:-as without}" \
  > 		"$([ $status -eq 0 ] || echo ", exit $status")"
  > done
  no fields, call chain: as without
  no fields, no call chain: as without
  misc K, call chain: as without
  misc K, no call chain: as without
  misc Sp, call chain: as without
  misc Sp, no call chain: as without
  tod, call chain: as without
  tod, no call chain: as without
  misc, tod, call chain: as without
  misc, tod, no call chain: as without
  addr, call chain: as without
  addr, no call chain: as without
  addr of the kernel, call chain: as without
  addr of the kernel, no call chain: as without
  addr 0, call chain: as without
  addr 0, no call chain: as without
  data_src, call chain: as without
  data_src, no call chain: as without
  data_src of perf 5, call chain: as without
  data_src of perf 5, no call chain: as without
  addr, data_src, weight, call chain: as without
  addr, data_src, weight, no call chain: as without
  addr, data_src, weight, ins_lat, retire_lat, call chain: as without
  addr, data_src, weight, ins_lat, retire_lat, no call chain: as without
  weight, call chain: as without
  weight, no call chain: as without
  weight of decimal digits that are hexadecimal, call chain: as without
  weight of decimal digits that are hexadecimal, no call chain: as without
  cgroup, call chain: as without
  cgroup, no call chain: as without
  weight, cgroup, call chain: as without
  weight, cgroup, no call chain: as without
  flags, call chain: as without
  flags, no call chain: as without
  flags, addr, call chain: as without
  flags, addr, no call chain: as without
  flags in a transaction, call chain: as without
  flags in a transaction, no call chain: as without
  flags, callindent, call chain: as without
  flags, callindent, no call chain: as without
  symbol of the data address, call chain: as without
  symbol of the data address, no call chain: as without
  symbol of the data address, of the heap, call chain: as without
  symbol of the data address, of the heap, no call chain: as without
  data symbol without a module, call chain: as without
  data symbol without a module, no call chain: as without
  insn, call chain: as without
  insn, no call chain: as without
  insnlen, insn, call chain: as without
  insnlen, insn, no call chain: as without
  insnlen, call chain: as without
  insnlen, no call chain: as without
  uregs, call chain: as without
  uregs, no call chain: as without
  iregs, uregs, call chain: as without
  iregs, uregs, no call chain: as without
  brstack, call chain: as without
  brstack, no call chain: as without
  brstack of perf 5, call chain: as without
  brstack of perf 5, no call chain: as without
  brstacksym, call chain: as without
  brstacksym, no call chain: as without
  brstackoff, call chain: as without
  brstackoff, no call chain: as without
  brstackinsn, call chain: as without
  brstackinsn, no call chain: as without
  brstackinsn, disassembled, call chain: as without
  brstackinsn, disassembled, no call chain: as without
  brstackinsnlen, call chain: as without
  brstackinsnlen, no call chain: as without
  disasm, call chain: as without
  disasm, no call chain: as without
  ipc, call chain: as without
  ipc, no call chain: as without
  insn, ipc, call chain: as without
  insn, ipc, no call chain: as without
  phys_addr, call chain: as without
  phys_addr, no call chain: as without
  phys_addr 0, data_page_size, call chain: as without
  phys_addr 0, data_page_size, no call chain: as without
  phys_addr, data_page_size, code_page_size, call chain: as without
  phys_addr, data_page_size, code_page_size, no call chain: as without
  code_page_size, call chain: as without
  code_page_size, no call chain: as without
  bpf-output, call chain: as without
  bpf-output, no call chain: as without
  srcline, call chain: collapse-perf: skipped 1 source line (--srcline shows them)
  srcline, no call chain: collapse-perf: skipped 1 source line (--srcline shows them)
  srcline, insn, call chain: collapse-perf: skipped 1 source line (--srcline shows them)
  srcline, insn, no call chain: collapse-perf: skipped 1 source line (--srcline shows them)
  srccode, call chain: collapse-perf: skipped 1 source line (--srcline shows them)
  srccode, no call chain: collapse-perf: skipped 1 source line (--srcline shows them)
  metric, call chain: collapse-perf: skipped 1 record that is no sample
  metric, no call chain: collapse-perf: skipped 1 record that is no sample
  decoder error, call chain: collapse-perf: skipped 1 decoder error (perf lost a part of the trace there)
  decoder error, no call chain: collapse-perf: skipped 1 decoder error (perf lost a part of the trace there)
  branch to a function: as without
  branch out of the trace: as without
  branch of the kernel: as without
  branch without modules: as without
  instruction, disassembled: as without
  instruction without a module: as without
  frequency: as without
  write to the trace: as without
  machine_pid, vcpu: as without
  machine_pid, narrow: as without
  latency format: as without
  tod without a clock, call chain: as without
  tod without a clock, no call chain: as without
  misc, tod without a clock, call chain: as without
  misc, tod without a clock, no call chain: as without
  brstacksym with modules, call chain: as without
  brstacksym with modules, no call chain: as without
  brstacksym with modules, of unknown symbols, call chain: as without
  brstacksym with modules, of unknown symbols, no call chain: as without
  brstacksym without offsets, call chain: as without
  brstacksym without offsets, no call chain: as without
  branches without modules, no call chain: as without

# fields-crlf
lines that end in CR LF: their blanks at the end are no sign of a comm

  $ sed 's/$/\r/' >in <<'END'
  > app  1234/1235  [001] U         10.000001:       1000 cycles: 
  > noise
  > cafe leaf (/x)
  > 	    55f4a1b2c2d0 main+0x20 (/opt/app)
  >   main.c:12
  >  ABI:2    AX:0x1
  >  foo (
  > END
  $ collapse-perf --no-header in
  app;main;leaf 1000
  $ cat err
  collapse-perf: in:2: not a line of perf script: 'noise'
  collapse-perf: skipped 1 unrecognised line, 1 source line (--srcline shows them)
  collapse-perf: skipped 1 line in samples that are neither frames nor known fields, the first: 'foo ('

# fields-left-out
lists of fields without thread, comm, event, period or time: what they leave out is missing, and nothing else

  $ awk '/^== / { file = sprintf("%03d", ++n); name = substr($0, 4); print name > (file ".name"); next }
  > 	{ print > (file ".txt") }' "$INPUTS/fields-left-out.in"
  $ for text in *.txt; do
  > 	printf '%s: ' "$(cat "${text%.txt}.name")"
  > 	collapse-perf --no-header "$text" 2>&1 | grep -v 'no call chains: record with' | tr '\n' ' '
  > 	echo
  > done
  comm: worker_1;main;leaf 2\x20 (esc)
  comm, no call chain: worker_1;leaf 1\x20 (esc)
  comm, misc: worker_1;main;leaf 2\x20 (esc)
  comm, misc, no call chain: worker_1;leaf 1\x20 (esc)
  comm, cpu: worker_1;main;leaf 2\x20 (esc)
  comm, cpu, no call chain: worker_1;leaf 1\x20 (esc)
  comm, period: worker_1;main;leaf 2000\x20 (esc)
  comm, period, no call chain: worker_1;leaf 1000\x20 (esc)
  comm, event: worker_1;main;leaf 2\x20 (esc)
  comm, event, no call chain: worker_1;leaf 1\x20 (esc)
  comm, period, event: worker_1;main;leaf 2000\x20 (esc)
  comm, period, event, no call chain: worker_1;leaf 1000\x20 (esc)
  comm, cpu, period, event: worker_1;main;leaf 2000\x20 (esc)
  comm, cpu, period, event, no call chain: worker_1;leaf 1000\x20 (esc)
  comm, time: worker_1;main;leaf 2\x20 (esc)
  comm, time, no call chain: worker_1;leaf 1\x20 (esc)
  comm, cpu, time: worker_1;main;leaf 2\x20 (esc)
  comm, cpu, time, no call chain: worker_1;leaf 1\x20 (esc)
  comm, time, event: worker_1;main;leaf 2\x20 (esc)
  comm, time, event, no call chain: worker_1;leaf 1\x20 (esc)
  comm, time, period, event: worker_1;main;leaf 2000\x20 (esc)
  comm, time, period, event, no call chain: worker_1;leaf 1000\x20 (esc)
  comm, tod, time, event: worker_1;main;leaf 2\x20 (esc)
  comm, tod, time, event, no call chain: worker_1;leaf 1\x20 (esc)
  comm, tid: worker_1;main;leaf 2\x20 (esc)
  comm, tid, no call chain: worker_1;leaf 1\x20 (esc)
  comm, pid, tid: worker_1;main;leaf 2\x20 (esc)
  comm, pid, tid, no call chain: worker_1;leaf 1\x20 (esc)
  comm, tid, cpu, period: worker_1;main;leaf 2000\x20 (esc)
  comm, tid, cpu, period, no call chain: worker_1;leaf 1000\x20 (esc)
  comm, tid, cpu, time, period: worker_1;main;leaf 2000\x20 (esc)
  comm, tid, cpu, time, period, no call chain: worker_1;leaf 1000\x20 (esc)
  comm, tid, long period: worker_1;main;leaf 24691357802\x20 (esc)
  comm, tid, long period, no call chain: worker_1;leaf 12345678901\x20 (esc)
  comm, tid, tracepoint: worker_1;main;leaf 2\x20 (esc)
  tid: [unknown];main;leaf 2\x20 (esc)
  tid, no call chain: [unknown];leaf 1\x20 (esc)
  pid, tid, time: [unknown];main;leaf 2\x20 (esc)
  pid, tid, time, no call chain: [unknown];leaf 1\x20 (esc)
  tid, cpu, time, period, event: [unknown];main;leaf 2000\x20 (esc)
  tid, cpu, time, period, event, no call chain: [unknown];leaf 1000\x20 (esc)
  cpu, time, event: [unknown];main;leaf 2\x20 (esc)
  cpu, time, event, no call chain: [unknown];leaf 1\x20 (esc)
  cpu: [unknown];main;leaf 2\x20 (esc)
  cpu, no call chain: [unknown];leaf 1\x20 (esc)
  cpu, period: [unknown];main;leaf 2000\x20 (esc)
  cpu, period, no call chain: [unknown];leaf 1000\x20 (esc)
  time: [unknown];main;leaf 2\x20 (esc)
  time, no call chain: [unknown];leaf 1\x20 (esc)
  period: [unknown];main;leaf 2000\x20 (esc)
  period, no call chain: [unknown];leaf 1000\x20 (esc)
  event: [unknown];main;leaf 2\x20 (esc)
  event, no call chain: [unknown];leaf 1\x20 (esc)
  period, event: [unknown];main;leaf 2000\x20 (esc)
  period, event, no call chain: [unknown];leaf 1000\x20 (esc)
  nothing but addresses: [unknown];main;leaf 2\x20 (esc)
  nothing but an address: [unknown];leaf 2\x20 (esc)
  comm, cpu, time, tracepoint without a stack: worker_1 2\x20 (esc)

# fields-like-events
lines below an event line that look like event lines without a time are fields

  $ collapse-perf --no-header <<'END'
  > app  1234/1235  [001]    10.000001:       1000 cycles: 
  >  NEW: 123 foo:
  >   size 12 bar: 
  > 	          401136 leaf+0x1
  > 	        401236 main
  >
  > END
  app;main;leaf 1000
  $ cat err
  collapse-perf: skipped 2 lines in samples that are neither frames nor known fields, the first: 'NEW: 123 foo:'

# fields-of-long-names
the longest names of processes, aligned to 16, look indented like fields below a stack: also before branches

  $ cat >in <<'END'
  >  tokio-runtime-w    1235 [255]          1 cpu-clock:      7f3c2ad04f20 leaf (/x) 0x401136/0x401150/P/-/-/5/CALL/-
  >             app    1235 [255]         20 cpu-clock:      7f3c2ad04f20 leaf (/x) 0x401136/0x401150/P/-/-/5/CALL/-
  >  C2 CompilerThre    1235 [000]        300          401136 leaf (/x) 0x401136/0x401150/P/-/-/5//-
  > END
  $ collapse-perf --no-header --strict in
  C2_CompilerThre;leaf 300
  app;leaf 20
  tokio-runtime-w;leaf 1
  $ cat err
  collapse-perf: no call chains: record with perf record -g

# fields-unknown
a field of a later perf is neither a frame nor a root; it is said once, however many samples have it

  $ collapse-perf --no-header "$INPUTS/fields-unknown.in"
  app 1000
  app;leaf 1000
  app;main;leaf 13000
  $ echo "exit $?"
  exit 0
  $ collapse-perf --no-header --strict "$INPUTS/fields-unknown.in"
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-perf: skipped 49 lines in samples that are neither frames nor known fields, the first: 'NEW:0x1 add:2 (3/4)'
  collapse-perf: ignored an unknown field between thread and time in 14 samples, the first: 'newfield=0'
  collapse-perf: skipped 49 lines in samples that are neither frames nor known fields, the first: 'NEW:0x1 add:2 (3/4)'
  collapse-perf: ignored an unknown field between thread and time in 14 samples, the first: 'newfield=0'
  collapse-perf: no output: part of the input was not understood

# grammar-1-event-line
COMM [PID/]TID [CPU] TIME: from the right end, indented or not

  $ collapse-perf --tid <"$INPUTS/grammar-1-event-line.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=10
  [unknown]-100/110;f 3
  eight:9-100/108;f 3
  five-100/105;f 3
  four-?/104;f 3
  nine-100/109;f 1
  one-100/101;f 3
  seven--1/-1;f 3
  six_7/8_9-100/106;f 3
  three-100/103;f 3
  two-?/102;f 3

# grammar-2-without-time
the number before the event, or at the end

  $ collapse-perf --tid <"$INPUTS/grammar-2-without-time.in"
  Thread_2-100/102;f 1
  four-?/104;f 1
  one-100/101;f 1
  three-?/103;f 1

# grammar-2-without-time-and-event
perf script -F comm,tid,ip,sym,dso

  $ collapse-perf --tid <"$INPUTS/grammar-2-without-time-and-event.in"
  java-16907/16908;f 1
  my_worker_2-?/14240;f 1

# grammar-2-without-time-with-period
perf script -F comm,pid,tid,period,event,ip,sym pads the period

  $ collapse-perf --tid <"$INPUTS/grammar-2-without-time-with-period.in"
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: samples=1
  demo-14240/14243;f 2004008

# grammar-3-other-records
perf script --show-mmap-events, --show-task-events, --show-lost-events

  $ collapse-perf <"$INPUTS/grammar-3-other-records.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  # flambeau: lost=7
  demo;f 3
  demo;g 5
  $ cat err
  collapse-perf: skipped 4 records that are no samples
  collapse-perf: perf lost 7 records

# grammar-3-lost-records
what perf lost is said with its number, of threads of any name, and written into the header

  $ cat >lost <<'END'
  > worker 7/8 [000] 1.000001: PERF_RECORD_LOST lost 5
  > worker 7/8 [000] 1.000002: PERF_RECORD_LOST_SAMPLES lost 17
  > LOST 12 [000] 1.000003: PERF_RECORD_COMM: LOST 3 :12/12
  > worker 7/8 [000] 1.000004: 1000 cycles:
  > 	401136 leaf (/x)
  > 	401186 main (/x)
  >
  > END
  $ collapse-perf <lost
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: lost=22
  worker;main;leaf 1000
  $ sed 's/ [^ ]*: PERF/ PERF/' lost | collapse-perf --no-header
  worker;main;leaf 1000
  $ sed 's/lost [0-9]*$/lost 18446744073709551615/' lost | collapse-perf --no-header
  worker;main;leaf 1000
  $ cat err
  collapse-perf: skipped 3 records that are no samples
  collapse-perf: perf lost 22 records
  collapse-perf: skipped 3 records that are no samples
  collapse-perf: perf lost 22 records
  collapse-perf: skipped 3 records that are no samples
  collapse-perf: perf lost 18446744073709551615 records

# grammar-4-inner-brackets
MODULE is the last bracket that stands alone

  $ cat >grammar-4-inner-brackets.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a [unknown] (/opt/games (old)/chess.so)
  > 	40118b call(int (*)(int))+0x1f (/opt/games (old)/chess)
  > 	40118c a function (with brackets) (/tmp/demo)
  >
  > EOF
  $ collapse-perf --addrs <grammar-4-inner-brackets.in | tr ';' '\n'
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo
  a function (with brackets)
  call
  [chess.so <40118a>] 3

# grammar-4-stack-lines
[ADDRESS] SYMBOL [(MODULE)], whatever -F leaves out

  $ collapse-perf --addrs <"$INPUTS/grammar-4-stack-lines.in" | tr ';' '\n'
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo
  kernel
  [libm.so.6]
  without_address
  [unknown <55d0c840118f>]
  [libc.so.6 <55d0c840118e>]
  (anonymous namespace)::types
  types
  without_module
  all_of_it 3
  $ cat err
  collapse-perf: skipped 3 lines in samples that are neither frames nor known fields, the first: 'without_both'

# grammar-5-stacks-alone
perf script -F ip,sym: paragraphs of stack lines

  $ collapse-perf <"$INPUTS/grammar-5-stacks-alone.in"
  [unknown];main;leaf 2
  [unknown];main;other 1

# grammar-6-all-else
ten lines are shown, then one line sums up

  $ collapse-perf <<'END'
  > # a comment is no line to speak of
  > demo 100/101 [000] 1.5: 3 cycles:
  >  40118a f (/tmp/demo)
  >
  > what is this?
  > and this
  > and that, too
  > and
  > so
  > on
  > and
  > so
  > on
  > ten
  > eleven
  > twelve
  > demo 100/101 [000] 1.6: 5 cycles:
  >  40118a g (/tmp/demo)
  >
  > END
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 3
  demo;g 5
  $ cat err
  collapse-perf: standard input:5: not a line of perf script: 'what is this?'
  collapse-perf: standard input:6: not a line of perf script: 'and this'
  collapse-perf: standard input:7: not a line of perf script: 'and that, too'
  collapse-perf: standard input:8: not a line of perf script: 'and'
  collapse-perf: standard input:9: not a line of perf script: 'so'
  collapse-perf: standard input:10: not a line of perf script: 'on'
  collapse-perf: standard input:11: not a line of perf script: 'and'
  collapse-perf: standard input:12: not a line of perf script: 'so'
  collapse-perf: standard input:13: not a line of perf script: 'on'
  collapse-perf: standard input:14: not a line of perf script: 'ten'
  collapse-perf: skipped 12 unrecognised lines

# grammar-6-in-a-sample
an unknown line between stack lines does not end the sample; nor does a comment

  $ collapse-perf <<'END'
  > demo 100/101 [000] 1.5: 3 cycles:
  >  40118a leaf (/tmp/demo)
  > ???
  > # comment
  >  40118c main (/tmp/demo)
  >
  > END
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;leaf 3
  $ cat err
  collapse-perf: standard input:3: not a line of perf script: '???'
  collapse-perf: skipped 1 unrecognised line

# inline-many
needs: gcc nm python3
more inlined functions than the lines of a stack are worth: 40 are shown, 120 are not, but for a stack of many lines

  $ deep() # COUNT
  > {
  > 	python3 - "$1" >"deep$1.c" <<-'END'
  > 		import sys
  > 		name = "inlined_into_another_" * 8
  > 		print("volatile int sink;")
  > 		for i in range(int(sys.argv[1]) + 1):
  > 		    call = f"{name}{i - 1}();" if i else '__asm__ volatile("here: nop");'
  > 		    print(f"static inline __attribute__((always_inline)) void {name}{i}(void) {{ sink++; {call} }}")
  > 		print(f"__attribute__((noinline)) void outer(void) {{ {name}{sys.argv[1]}(); sink++; }}")
  > 		print("int main(void) { outer(); return sink; }")
  > 	END
  > 	gcc -O2 -g -o "deep$1" "deep$1.c" || exit
  > 	nm "deep$1" >symbols
  > }
  $ address() # SYMBOL
  > {
  > 	echo $((0x$(sed -n "s/ . $1\$//p" symbols)))
  > }
  $ lines() # COUNT PROGRAM
  > {
  > 	echo 'program 7/7 [000] 1.0: 10 cycles:'
  > 	printf "\t%x outer+0x$(printf %x $(($(address here) - $(address outer)))) ($PWD/$2)\n" "$(address here)"
  > 	for i in $(seq 2 "$1"); do
  > 		echo "	$i caller+0x1 (/nowhere)"
  > 	done
  > 	echo
  > }
  $ names() # frames by their names
  > {
  > 	sed 's/inlined_into_another_[a-z_]*/f/g; s/;caller/;c/g' | awk -F ';' '{ print $1, NF, $NF }'
  > }
  $ deep 35
  $ lines 1 deep35 | collapse-perf --no-header --inline | names
  program 38 f0 10
  $ deep 120
  $ lines 1 deep120 | collapse-perf --no-header --inline | names
  program 2 outer 10
  $ { lines 1 deep120 && lines 1 deep120; } | collapse-perf --no-header --inline | names
  program 2 outer 20
  $ lines 40 deep120 | collapse-perf --no-header --inline | names
  program 162 f0 10
  $ echo "== the same of a recording"
  == the same of a recording
  $ PYTHONPATH=$TESTS/system/recordings python3 - "$(address here)" <<-'END' >deep.data
  > 	import sys
  > 	from inlines import recording, MAP
  > 	here = int(sys.argv[1])
  > 	page = here & ~0xfff
  > 	chains = [[here], [here], [here] + [8 * i for i in range(1, 41)]]
  > 	sys.stdout.buffer.write(recording(maps=((MAP, b"/deep120", page),), chains=chains, shift=MAP - page))
  > END
  $ collapse-perf --no-header --symfs . deep.data | names
  demo 163 f0 1
  demo 2 outer 2
  $ cat err
  collapse-perf: kept 1 stack without its inlined functions, which are too many
  collapse-perf: kept 2 stacks without their inlined functions, which are too many
  collapse-perf: kept 2 stacks without their inlined functions, which are too many

# inline-own
needs: gcc nm addr2line
addresses as perf 6 prints them, relative to the file, and as perf 7 does

  $ . "$INPUTS/inline-own.sh"
  $ for base in 0 0x55d61e2f3000; do
  > 	for options in "" --inlined --all --context "--context --all" "--skip-after outer"; do
  > 		sample $base | collapse-perf --inline $options
  > 	done
  > done
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle_[i];inner_[i] 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle_[i];inner_[i] 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11_[i];inner:program.c:6_[i] 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  outer;middle;inner 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle_[i];inner_[i] 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle_[i];inner_[i] 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11_[i];inner:program.c:6_[i] 10
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  outer;middle;inner 10

# inline-own-cplusplus
needs: gcc g++ nm libstdc++
classes, namespaces with and without a name, lambdas, a class in a function

  $ . "$INPUTS/inline-own.sh"
  $ cat >program.cc <<'END'
  > #define INLINE inline __attribute__((always_inline))
  > volatile int sink;
  >
  > namespace geometry {
  > struct Circle {
  > 	INLINE void draw(int x)
  > 	{
  > 		sink += x;
  > 		__asm__ volatile("draw_here: nop");
  > 	}
  > };
  >
  > namespace {
  > INLINE void hidden(int x)
  > {
  > 	Circle circle;
  >
  > 	circle.draw(x + 1);
  > 	__asm__ volatile("hidden_here: nop");
  > }
  > }
  > }
  >
  > extern "C" __attribute__((noinline)) void outer(int x)
  > {
  > 	struct Local {
  > 		INLINE void work(int y)
  > 		{
  > 			sink += y;
  > 			__asm__ volatile("local_here: nop");
  > 		}
  > 	} local;
  > 	auto lambda = [](int y) __attribute__((always_inline)) {
  > 		sink += y;
  > 		__asm__ volatile("lambda_here: nop");
  > 	};
  >
  > 	geometry::hidden(x);
  > 	local.work(x);
  > 	lambda(x);
  > 	sink++;
  > }
  >
  > int main(void)
  > {
  > 	outer(1);
  > 	__asm__ volatile("main_here: nop");
  > 	return 0;
  > }
  > END
  $ g++ -O2 -g -o program program.cc || exit
  $ nm program >symbols
  $ for place in draw hidden local lambda; do
  > 	echo 'program 7/7 [000] 1.0: 10 cycles:'
  > 	stack_line ${place}_here outer 0
  > 	stack_line main_here main 0
  > 	echo
  > done >input

demanglers say more than debugging information does

  $ collapse-perf --inline input | sed 's/{lambda[^}]*}/{lambda}/; s/(int)//g; s/ const//g'
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=4
  program;main;outer;hidden 10
  program;main;outer;hidden;geometry::Circle::draw 10
  program;main;outer;operator() 10
  program;main;outer;work 10

# inline-own-forms
needs: gcc nm addr2line
without offsets, without symbols, without addresses, a path that begins like an option

  $ . "$INPUTS/inline-own.sh"
  $ cp program ./-x
  $ sample 0 | sed 's/+0x[0-9a-f]*//' | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10
  $ sample 0 | sed 's/outer+0x[0-9a-f]*/[unknown]/' | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10
  $ sample 0 | sed 's/^\t *[0-9a-f]* /\t/' | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10
  $ sample 0 -x | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10
  $ sample 0 program | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle;inner 10

# inline-own-twice
needs: gcc nm addr2line
perf printed the inlined functions itself: they are not shown twice

  $ . "$INPUTS/inline-own.sh"
  $ echo 'program 7/7 [000] 1.0: 10 cycles:' >input
  $ for module in "$PWD/program" inlined inlined "$PWD/program"; do
  > 	case $module in
  > 	inlined) function=$((function + 1)) ;;
  > 	*) function=0 ;;
  > 	esac
  > 	stack_line inner_here outer 0 "$module" | case $function in
  > 	1) sed 's/outer/inner/' ;;
  > 	2) sed 's/outer/middle/' ;;
  > 	*) cat ;;
  > 	esac
  > done >>input
  $ stack_line main_here main 0 >>input
  $ collapse-perf --inline --all input
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer;middle_[i];inner_[i] 10

# inline-own-unlike
needs: gcc nm addr2line strip
places that are not in the file that is there now: the symbol alone

  $ . "$INPUTS/inline-own.sh"
  $ echo "another offset in the page"
  another offset in the page
  $ sample 0x55d61e2f3010 | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer 10
  $ echo "another name"
  another name
  $ sample 0x55d61e2f3000 | sed 's/outer/inlet/' | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;inlet 10
  $ echo "behind the end"
  behind the end
  $ printf 'program 7/7 [000] 1.0: 10 cycles:\n\t%x outer+0x900 (%s)\n\n' \
  > 	$(($(address outer) + 0x900)) "$PWD/program" | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;outer 10
  $ echo "no such file, no file, kernel, map, inlined"
  no such file, no file, kernel, map, inlined
  $ for module in missing . /dev/null '[kernel.kallsyms]' /tmp/perf-1.map inlined; do
  > 	sample 0 "$module"
  > done | collapse-perf --inline --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=6
  program;main;outer 40
  program;main_[j];outer_[j] 10
  program;main_[k];outer_[k] 10
  $ echo "no debugging information"
  no debugging information
  $ strip -o stripped program
  $ sample 0 "$PWD/stripped" | collapse-perf --inline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  program;main;outer 10

# inline-perl
the script shows what addr2line prints, untouched; an answer is kept for its address and module

  $ mkdir fake
  $ cat >fake/addr2line <<'END'
  > #!/bin/sh
  > echo "addr2line $*" >>calls
  > echo "0x$2"
  > case $2 in
  > 1149) printf 'inner\na.c:3\nmiddle<int>(char; int)\na.c:7 (discriminator 2)\nleaf\na.c:12\n' ;;
  > 0x5010) printf 'gone::far()\nb.c:7\n' ;;
  > 5000) printf 'no line follows\n' ;;
  > *) printf '??\n??:0\n' ;;
  > esac
  > END
  $ cat >fake/nm <<'END'
  > #!/bin/sh
  > echo "nm $*" >>calls
  > echo "                 U gone"
  > echo "0000000000005000 T gone"
  > echo "0000000000001140 T leaf"
  > END
  $ chmod +x fake/*
  $ for options in "" --context "--context --all --addrs"; do
  > 	PATH=$PWD/fake:$PATH stackcollapse-perf.pl --inline $options "$INPUTS/inline-perl.in"
  > done
  app;gone::far();leaf;middle<int>(char; int);inner 5
  app;jit;kfn;no line follows;foo;[where];gone+0xA;gone::far();leaf;middle<int>(char; int);inner 10
  app;gone::far():b.c:7;leaf:a.c:12;middle<int>(char; int):a.c:7;inner:a.c:3 5
  app;jit;kfn;no line follows:;foo;[where];gone+0xA;gone::far():b.c:7;leaf:a.c:12;middle<int>(char; int):a.c:7;inner:a.c:3 10
  app;gone::far():b.c:7;leaf:a.c:12;middle<int>(char; int):a.c:7;inner:a.c:3 5
  app;jit_[j];kfn_[k];no line follows:;foo;[where <3000>];gone+0xA;gone::far():b.c:7;leaf:a.c:12;middle<int>(char; int):a.c:7;inner:a.c:3 10
  $ sort calls | uniq -c | sed 's/^ *//'
  3 addr2line -a 0x5010 -e /no/where -i -f -s -C
  3 addr2line -a 1149 -e /no/where -i -f -s -C
  3 addr2line -a 2000 -e /no/where -i -f -s -C
  3 addr2line -a 2001 -e /no/where -i -f -s -C
  3 addr2line -a 3000 -e /no/where -i -f -s -C
  3 addr2line -a 4000 -e /no/where -i -f -s -C
  3 addr2line -a 5000 -e /no/where -i -f -s -C
  3 nm /no/where

# inline-perl-missing
without addr2line: said once

  $ tool=$(command -v stackcollapse-perf.pl)
  $ printf 'app 1/1 [000] 1.0: 10 cycles:\n\t1000 f+0x1 (/bin/x)\n\t2000 g (/bin/y)\n\n' >input
  $ PATH=$PWD "$tool" --inline input
  app;g;f 10
  $ cat err
  stackcollapse-perf.pl: inlined functions are not shown: cannot run addr2line: No such file or directory

# inline-perl-paths
a module is an argument of a program, whatever it looks like; what is no file is not opened

  $ mkdir fake dir
  $ cat >fake/addr2line <<'END'
  > #!/bin/sh
  > for argument; do
  > 	printf '<%s>' "$argument" >>calls
  > done
  > echo >>calls
  > cat
  > echo left on stderr >&2
  > END
  $ cp fake/addr2line fake/nm
  $ chmod +x fake/*
  $ mkfifo fifo
  $ cat >input <<'END'
  > app 1/1 [000] 1.0: 10 cycles:
  > 	1000 a (--help)
  > 	1000 b (@options)
  > 	1000 c ($(touch shell); touch shell)
  > 	1000 d (a "b" 'c' \)
  > 	1000 e (dir)
  > 	1000 f (fifo)
  > 	1000 g (/dev/zero)
  > 	1000 h ([heap])
  >
  > END
  $ PATH=$PWD/fake:$PATH stackcollapse-perf.pl --inline input
  app;h;g;f;e;d;c;b;a 10
  $ cat calls
  <-a><1000><-e><./--help><-i><-f><-s><-C>
  <-a><1000><-e><./@options><-i><-f><-s><-C>
  <-a><1000><-e><$(touch shell); touch shell><-i><-f><-s><-C>
  <-a><1000><-e><a "b" 'c' \><-i><-f><-s><-C>
  $ ls
  calls
  dir
  fake
  fifo
  input

# input-comments
perf script --header

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <<-'END'
  > 	# ========
  > 	# hostname : demo
  > 	# cmdline : /usr/bin/perf record -g ./demo
  > 	# event : name = cycles, , id = { 1, 2 }
  > 	# ========
  > 	#
  > 	demo 100/101 [000] 1.5: 3 cycles:
  > 	# in between
  > 	 40118a f (/tmp/demo)
  >
  > 	END
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  # stackcollapse-perf.pl
  demo;f 3
  # inferno-collapse-perf
  demo;f 3

# input-gzip
needs: gzip
as a file, on standard input, of several members, and beside a plain one

  $ gzip -c "$INPUTS/opt-pid.in" >in.gz
  $ cat in.gz in.gz >twice.gz
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool in.gz
  > 	$tool <in.gz
  > 	cat in.gz | $tool
  > 	$tool twice.gz
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=4
  demo;f 16
  # stackcollapse-perf.pl
  demo;f 8
  demo;f 8
  demo;f 8
  demo;f 16
  # inferno-collapse-perf
  demo;f 8
  demo;f 8
  demo;f 8
  demo;f 16
  $ collapse-perf in.gz "$INPUTS/opt-pid.in" twice.gz
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=8
  demo;f 32

# input-java
one L of a class goes, in processes called java only; process names in stacks are no frames

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/input-java.in" 2>/dev/null
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;Lcom/example/Tree:::get 5
  java;LdrpInit;Lz/a;com/example/Tree:::get 3
  # stackcollapse-perf.pl
  demo;Lcom/example/Tree:::get 5
  java;LdrpInit;Lz/a;com/example/Tree:::get 3
  # inferno-collapse-perf
  demo;Lcom/example/Tree:::get 5
  java;LdrpInit;Lz/a;com/example/Tree:::get 3

# input-line-numbers
of each file

  $ { cat "$INPUTS/opt-pid.in"; echo 'what is this?'; } >a
  $ { echo 'and this?'; cat "$INPUTS/opt-pid.in"; } >b
  $ collapse-perf a b - <a
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=6
  demo;f 24
  $ cat err
  collapse-perf: a:7: not a line of perf script: 'what is this?'
  collapse-perf: b:1: not a line of perf script: 'and this?'
  collapse-perf: standard input:7: not a line of perf script: 'what is this?'
  collapse-perf: skipped 3 unrecognised lines

# input-several-files
each is complete without a newline at its end; the script takes them for one text

  $ printf 'one 100/101 [000] 1.5: 3 cycles:\n\t40118a f (/tmp/demo)' >a
  $ printf 'two 200/201 [000] 1.6: 5 cycles:\n\t40118b g (/tmp/demo)\n\n' >b
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool"
  > 	$tool a b
  > 	$tool a - <b
  > 	$tool b a
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  one;f 3
  two;g 5
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  one;f 3
  two;g 5
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  one;f 3
  two;g 5
  # stackcollapse-perf.pl
  two;g;f 5
  two;g;f 5
  two;g 5
  $ cat err
  stackcollapse-perf.pl: skipped 1 unfinished sample

# input-several-files-one-event
the first event of the first file is kept in all of them

  $ cat >a <<'END'
  > demo 100/101 [000] 1.5: 3 cycles:
  >  40118a f (/tmp/demo)
  >
  > END
  $ cat >b <<'END'
  > demo 100/101 [000] 1.5: 5 instructions:
  >  40118a f (/tmp/demo)
  >
  > demo 100/101 [000] 1.6: 7 cycles:
  >  40118a f (/tmp/demo)
  >
  > END
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool"
  > 	$tool a b 2>&1
  > 	$tool b a 2>&1
  > done
  # collapse-perf
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 10
  collapse-perf: kept the first event, instructions; left out 2 samples of other events, for --event-filter: cycles (2)
  # flambeau: event=instructions
  # flambeau: unit=instructions
  # flambeau: samples=1
  demo;f 5
  # stackcollapse-perf.pl
  stackcollapse-perf.pl: skipped 1 sample of other events
  stackcollapse-perf.pl: Filtering for events of type: instructions
  demo;f 10
  stackcollapse-perf.pl: skipped 2 samples of other events
  stackcollapse-perf.pl: Filtering for events of type: cycles
  demo;f 5

# input-sorted
by the bytes of the stacks; equal stacks are summed

  $ collapse-perf <<'END'
  > b 100/101 [000] 1.5: 3 cycles:
  >  40118a f (/tmp/demo)
  >
  > a 100/101 [000] 1.6: 5 cycles:
  >  40118b f2 (/tmp/demo)
  >
  > B 100/101 [000] 1.7: 7 cycles:
  >  40118a f (/tmp/demo)
  >
  > a 100/101 [000] 1.8: 11 cycles:
  >  40118a f (/tmp/demo)
  >
  > b 100/101 [000] 1.9: 13 cycles:
  >  40118f f (/tmp/demo)
  >
  > a 100/101 [000] 1.9: 17 cycles:
  > END
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=6
  B;f 7
  a 17
  a;f 11
  a;f2 5
  b;f 16

# input-stdin
none, `-`, a file and a pipe are the same

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/opt-pid.in"
  > 	cat "$INPUTS/opt-pid.in" | $tool
  > 	$tool "$INPUTS/opt-pid.in"
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # stackcollapse-perf.pl
  demo;f 8
  demo;f 8
  demo;f 8
  # inferno-collapse-perf
  demo;f 8
  demo;f 8
  demo;f 8
  $ collapse-perf - <"$INPUTS/opt-pid.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ stackcollapse-perf.pl - <"$INPUTS/opt-pid.in"
  demo;f 8

# input-zstd
needs: zstd

  $ zstd -q -c "$INPUTS/opt-pid.in" >in.zst
  $ cat in.zst in.zst >twice.zst
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool in.zst
  > 	$tool <in.zst
  > 	cat in.zst | $tool
  > 	$tool twice.zst
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=4
  demo;f 16
  # stackcollapse-perf.pl
  demo;f 8
  demo;f 8
  demo;f 8
  demo;f 16
  # inferno-collapse-perf
  demo;f 8
  demo;f 8
  demo;f 8
  demo;f 16
  $ collapse-perf in.zst "$INPUTS/opt-pid.in" twice.zst
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=8
  demo;f 32

# interrupted
needs: python3 native
Ctrl-C in a pipeline: who reads a recording that goes on, or has not got a byte yet, waits for the end of its input

  $ [ -r /proc/self/status ] || exit
  $ python3 -B "$TESTS/system/recordings/interrupts.py" "$FIXTURES/perf/threads-fp.txt"
  == the first SIGINT waits for the end of a recording
  collapse-perf: 0
  collapse-filter: 0
  flamegraph: 0
  a whole graph
  == also before the recording begins
  collapse-perf: 0
  collapse-filter: 0
  flamegraph: 0
  a whole graph
  == a second one ends them
  collapse-perf: SIGINT
  collapse-filter: SIGINT
  flamegraph: SIGINT
  nothing was written
  == who waited and gets no byte ends by it, without a message
  collapse-perf: SIGINT
  collapse-filter: SIGINT
  flamegraph: SIGINT
  nothing was written
  == text does not wait
  collapse-perf: SIGINT
  flamegraph: SIGINT
  nothing was written
  == nor do folded stacks
  flamegraph: SIGINT
  nothing was written
  == where SIGINT is ignored it stays so
  [0, 0]
  == collapse-guess, too
  \x5b0] (esc)
  == the originals' names do not wait
  stackcollapse-perf.pl: SIGINT
  nothing was written
  == nor does a file of the command line
  collapse-perf: SIGINT
  nothing was written

# libraries-by-need
needs: dlopen native zstd xz python3

  $ LD_TRACE_LOADED_OBJECTS=1 collapse-perf | grep -e libzstd -e liblzma
  [1]
  $ mkdir lib
  $ for library in libzstd.so.1 liblzma.so.5; do
  > 	: >lib/$library
  > done
  $ export LD_LIBRARY_PATH=$PWD/lib
  $ tail -c +2 "$FIXTURES/../tests/fuzz/corpus/recording/packed" >packed.data
  $ for program in zstd xz; do
  > 	LD_LIBRARY_PATH= $program -c "$INPUTS/opt-pid.in" >in
  > 	collapse-perf in
  > 	echo $?
  > done
  1
  1
  $ collapse-perf --no-header --symfs=. packed.data
  [1]
  $ echo $?
  1
  $ LD_LIBRARY_PATH= python3 -B "$TESTS/system/recordings/symbols.py" .
  $ collapse-perf --no-header --symfs mini labels.data
  demo;[demo] 10
  $ rm -r lib
  $ for program in zstd xz; do
  > 	$program -c "$INPUTS/opt-pid.in" | collapse-perf
  > done
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ collapse-perf --no-header --symfs=. packed.data
  io_12/u8:3;[libstdc++.so.6.0.30];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map] 2004008
  io_12/u8:3;[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map];[perf-14246.map] 2004008
  my_worker_1;[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map];[perf-10869.map] 2004008
  my_worker_2;[libstdc++.so.6.0.30];[perf-14243.map];[perf-14243.map];[perf-14243.map] 2004008
  my_worker_2;[perf-10870.map];[perf-10870.map];[perf-10870.map];[perf-10870.map];[perf-10870.map];[perf-10870.map];[perf-10870.map] 4008016
  pool_(a)_#3;[perf-14244.map] 2004008
  x:_y_z;[unknown];[perf-10872.map] 2004008
  $ cat err
  collapse-perf: in: is compressed with zstd, whose library is missing
  collapse-perf: in: is compressed with xz, whose library is missing
  collapse-perf: packed.data: compressed with zstd (perf record -z), whose library is missing
  collapse-perf: some symbols are compressed with xz, whose library is missing
  collapse-perf: no symbols for 1 of 1 files, 100 % of 10 samples (largest: demo: no symbols in it); its -dbgsym or -debuginfo package may have them
  collapse-perf: no symbols for 6 of 6 files, 100 % of 8 samples (largest: perf-14246.map: no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)

# live-header
The length is of the time that passed.

  $ cat "$FIXTURES/perf/cxx-fp.txt" | collapse-perf --live 1s | sed 's/duration=.*/duration=/' | head -6
  # flambeau: snapshot=1
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: duration=
  # flambeau: samples=61
  a/b:c_[x];[libstdc++.so.6.0.30];std::thread::_State_impl<std::thread::_Invoker<std::tuple<main::{lambda()#1}> > >::_M_run;__memcmp_evex_movbe 4008016
  $ cat "$FIXTURES/perf/gcc-fp.txt" | collapse-perf --live 1s 2>/dev/null | grep unnamed
  # flambeau: unnamed=17

# live-last-snapshot
The last snapshot is what there is without --live, of text, of a recording in a file and in a pipe.

  $ same()
  > {
  > 	name=$1
  > 	shift
  > 	collapse-perf --no-header "$@" <"$name" >whole
  > 	cat "$name" | collapse-perf --live 10s --window 30s --no-header "$@" >live
  > 	grep -v '^#' live | cmp - whole && grep '^#' live
  > }
  $ same "$FIXTURES/perf/cxx-fp.txt"
  # flambeau: snapshot=1
  # flambeau: end=1
  $ same "$FIXTURES/perf/gcc-fp.txt" --pid
  # flambeau: snapshot=1
  # flambeau: end=1
  $ same "$FIXTURES/perf/gcc-fp.txt" --labels time,tid,comm
  # flambeau: snapshot=1
  # flambeau: end=1
  $ same "$FIXTURES/docs/web.data" --kallsyms "$FIXTURES/docs/kallsyms.txt"
  # flambeau: snapshot=1
  # flambeau: end=1
  $ same "$FIXTURES/docs/web.data" --kallsyms "$FIXTURES/docs/kallsyms.txt" --labels all
  # flambeau: snapshot=1
  # flambeau: end=1
  $ same "$FIXTURES/docs/wall.data" --kallsyms "$FIXTURES/docs/kallsyms.txt" --labels state,tid
  # flambeau: snapshot=1
  # flambeau: end=1
  $ same "$FIXTURES/docs/wall.data" --kallsyms "$FIXTURES/docs/kallsyms.txt" --latency
  # flambeau: snapshot=1
  # flambeau: end=1
  $ cat err
  collapse-perf: 88% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  collapse-perf: 88% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  collapse-perf: kept the first event, cache-misses; left out 54 samples of other events, for --event-filter: cycles (48), page-faults (6)
  collapse-perf: kept the first event, cache-misses; left out 54 samples of other events, for --event-filter: cycles (48), page-faults (6)
  collapse-perf: kept the first event, cache-misses; left out 54 samples of other events, for --event-filter: cycles (48), page-faults (6)
  collapse-perf: kept the first event, cache-misses; left out 54 samples of other events, for --event-filter: cycles (48), page-faults (6)

# live-nothing

  $ printf '' | collapse-perf --live 1s --no-header
  # flambeau: snapshot=1
  # flambeau: end=1
  [1]
  $ echo $?
  1
  $ echo 'no perf here' | collapse-perf --live 1s --no-header
  # flambeau: snapshot=1
  # flambeau: end=1
  [1]
  $ echo $?
  1
  $ cat err
  collapse-perf: standard input: no samples
  collapse-perf: skipped 1 unrecognised line
  collapse-perf: standard input: no samples

# live-wrong

  $ collapse-perf --window 3s "$FIXTURES/perf/cxx-fp.txt"
  [2]
  $ echo $?
  2
  $ collapse-perf --live 1ms "$FIXTURES/perf/cxx-fp.txt"
  [2]
  $ echo $?
  2
  $ collapse-perf --live soon "$FIXTURES/perf/cxx-fp.txt"
  [2]
  $ echo $?
  2
  $ collapse-perf --live 1s a b
  [2]
  $ echo $?
  2
  $ collapse-perf --live 1s --list-events "$FIXTURES/perf/cxx-fp.txt"
  [2]
  $ echo $?
  2
  $ stackcollapse-perf.pl --live 1s "$FIXTURES/perf/cxx-fp.txt" 2>/dev/null | head -1
  $ collapse-perf --live 1s --list-labels "$FIXTURES/perf/cxx-fp.txt"
  [2]
  $ echo $?
  2
  $ collapse-perf --live 1s --wakers "$FIXTURES/docs/wall.data"
  [2]
  $ collapse-perf --live 1s --critical-path=cat "$FIXTURES/docs/wall.data"
  [2]
  $ cat err
  collapse-perf: --window needs --live
  collapse-perf: option '--live' cannot take '1ms': a length is given as 500ms, 30s or 30; 10ms is the least; try 'collapse-perf --help'
  collapse-perf: option '--live' cannot take 'soon': a length is given as 500ms, 30s or 30; 10ms is the least; try 'collapse-perf --help'
  collapse-perf: --live reads one input, not also 'b'
  collapse-perf: --live and --list-events cannot be used together
  collapse-perf: --live and --list-labels cannot be used together
  collapse-perf: options '--wakers' and '--live' exclude each other
  collapse-perf: options '--critical-path' and '--live' exclude each other

# max-record
A sample of more than SIZE bytes is left out, also several in a row and the last one; lines are counted on.

  $ sample() # NAME FRAMES
  > {
  > 	echo "$1 1 1.0: 1 ev:"
  > 	for i in $(seq "$2"); do printf '\t  4%04d f%d (/bin/x)\n' "$i" "$i"; done
  > 	echo
  > }
  $ { sample a 2 && sample long 9 && sample b 1 && sample long 8 && sample long 10 && echo nonsense && sample c 1; } >in
  $ { cat in && sample long 9 | head -n 9; } >long-end
  $ for threads in 1 2; do
  > 	collapse-perf -j $threads --max-record 150 in
  > 	cat in | collapse-perf -j $threads --max-record 150
  > 	collapse-perf -j $threads --max-record 150 long-end
  > 	cat long-end | collapse-perf -j $threads --max-record 150 --chunk-size 7
  > done
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=3
  a;f2;f1 1
  b;f1 1
  c;f1 1
  $ collapse-perf --strict --max-record 150 in
  [1]
  $ echo $?
  1
  $ yes nonsense | head -n 1000 | collapse-perf --max-record 1K
  [1]
  $ echo $?
  1
  $ collapse-perf --max-record 1K in
  # flambeau: event=ev
  # flambeau: unit=ev
  # flambeau: samples=6
  a;f2;f1 1
  b;f1 1
  c;f1 1
  long;f10;f9;f8;f7;f6;f5;f4;f3;f2;f1 1
  long;f8;f7;f6;f5;f4;f3;f2;f1 1
  long;f9;f8;f7;f6;f5;f4;f3;f2;f1 1
  $ cat err
  collapse-perf: in:41: not a line of perf script: 'nonsense'
  collapse-perf: in:5: record longer than --max-record, left out
  collapse-perf: in:19: record longer than --max-record, left out
  collapse-perf: in:29: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 3 records longer than --max-record
  collapse-perf: standard input:41: not a line of perf script: 'nonsense'
  collapse-perf: standard input:5: record longer than --max-record, left out
  collapse-perf: standard input:19: record longer than --max-record, left out
  collapse-perf: standard input:29: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 3 records longer than --max-record
  collapse-perf: long-end:41: not a line of perf script: 'nonsense'
  collapse-perf: long-end:5: record longer than --max-record, left out
  collapse-perf: long-end:19: record longer than --max-record, left out
  collapse-perf: long-end:29: record longer than --max-record, left out
  collapse-perf: long-end:45: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 4 records longer than --max-record
  collapse-perf: standard input:41: not a line of perf script: 'nonsense'
  collapse-perf: standard input:5: record longer than --max-record, left out
  collapse-perf: standard input:19: record longer than --max-record, left out
  collapse-perf: standard input:29: record longer than --max-record, left out
  collapse-perf: standard input:45: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 4 records longer than --max-record
  collapse-perf: in:41: not a line of perf script: 'nonsense'
  collapse-perf: in:5: record longer than --max-record, left out
  collapse-perf: in:19: record longer than --max-record, left out
  collapse-perf: in:29: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 3 records longer than --max-record
  collapse-perf: standard input:41: not a line of perf script: 'nonsense'
  collapse-perf: standard input:5: record longer than --max-record, left out
  collapse-perf: standard input:19: record longer than --max-record, left out
  collapse-perf: standard input:29: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 3 records longer than --max-record
  collapse-perf: long-end:41: not a line of perf script: 'nonsense'
  collapse-perf: long-end:5: record longer than --max-record, left out
  collapse-perf: long-end:19: record longer than --max-record, left out
  collapse-perf: long-end:29: record longer than --max-record, left out
  collapse-perf: long-end:45: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 4 records longer than --max-record
  collapse-perf: standard input:41: not a line of perf script: 'nonsense'
  collapse-perf: standard input:5: record longer than --max-record, left out
  collapse-perf: standard input:19: record longer than --max-record, left out
  collapse-perf: standard input:29: record longer than --max-record, left out
  collapse-perf: standard input:45: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 4 records longer than --max-record
  collapse-perf: in:41: not a line of perf script: 'nonsense'
  collapse-perf: in:5: record longer than --max-record, left out
  collapse-perf: in:19: record longer than --max-record, left out
  collapse-perf: in:29: record longer than --max-record, left out
  collapse-perf: skipped 1 unrecognised line, 3 records longer than --max-record
  collapse-perf: no output: part of the input was not understood
  collapse-perf: standard input:1: record longer than --max-record, left out
  collapse-perf: skipped 1 record longer than --max-record
  collapse-perf: nothing recognised in the input (1000 lines)
  collapse-perf: in:41: not a line of perf script: 'nonsense'
  collapse-perf: skipped 1 unrecognised line

# nameless-module

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/nameless-module.in"
  > 	echo "# $tool --all --addrs"
  > 	$tool --all --addrs <"$INPUTS/nameless-module.in"
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo;main;inner;inner;[unknown];[anon_inode:[io_uring]];[unknown];[unknown];[anon];[unknown] 3
  # collapse-perf --all --addrs
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo;main;inner;inner;[unknown <401185>];[anon_inode:[io_uring] <401184>];[unknown <401183>];[unknown <401182>];[anon <401181>];[unknown <401180>] 3
  # stackcollapse-perf.pl
  demo;main;inner;inner;[unknown];[anon_inode:[io_uring]];[];[];[anon];[] 3
  # stackcollapse-perf.pl --all --addrs
  demo;main;inner;inner;[unknown <401185>];[anon_inode:[io_uring] <401184>];[ <401183>];[ <401182>];[anon <401181>];[ <401180>] 3
  # inferno-collapse-perf
  demo;main;inner;inner;[unknown];[anon_inode:[io_uring]];[];[];[anon];[] 3
  # inferno-collapse-perf --all --addrs
  demo;main;inner;inner;[unknown <401185>];[anon_inode:[io_uring] <401184>];[ <401183>];[ <401182>];[anon <401181>];[ <401180>] 3

# nameless-symbol
an offset or an arrow without a name: no frame to FlameGraph, empty ones to inferno

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/nameless-symbol.in"
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  # flambeau: unnamed=1
  demo;main;[demo];inlined_[i];[demo];[demo] 4
  demo;main;task:step;[demo];operator new 3
  # stackcollapse-perf.pl
  demo;main;;inlined_[i] 4
  demo;main;task:step;operator new 3
  # inferno-collapse-perf
  demo;main;;inlined_[i];;_[i];_[i];;_[i] 4
  demo;main;task:step;;operator new 3

# joined-event
text that lost the blank behind the event: the function is read all the same

  $ printf '%s\n' 'a 1 1.000000: 7 cycles:u:ffffffff8103e6e2 f+0x1 (/x)' 'a 1 2.000000: 2 cycles:u: ffffffff8103e6e2 f+0x1 (/x)' |
  > collapse-perf -q
  # flambeau: event=cycles:u
  # flambeau: unit=cycles
  # flambeau: samples=2
  a;f 9

also a shorter address, which has lost all blanks before it

  $ printf '%s\n' 'a 1 1.000000: 7 cycles:u:55befbbbf177 f(int, char) (/x)' 'a 1 2.000000: cycles:u:40118a f+0x1 ([kernel])' |
  > collapse-perf -q --no-header
  a;f 8

what may be a function, but has no address that is one, is counted

  $ printf '%s\n' 'a 1 1.000000: 7 cycles:facade f (/x)' 'a 1 2.000000: cycles: f (/x)' 'a 1 2.000000: 3 cycles:40118a (/x)' 'a 1 2.000000: 3 cycles:' | collapse-perf --no-header
  a 14
  $ printf '%s\n' 'a 1 1.000000: 7 cycles:beef f (/x)' | collapse-perf --no-header
  a 7
  $ printf '%s\n' 'a 1 1.000000: 7 cycles:beef f (/x)' '  40118a g (/x)' | collapse-perf --no-header
  a;g 7

not so where what follows is no address with a function

  $ printf '%s\n' 'a 1 1.000000: 7 cycles:u:ffffffff8103e6e2' 'a 1 2.000000: 2 cycles:up f (/x)' | collapse-perf -q
  a 9
  $ cat err
  collapse-perf: kept 3 samples without their functions: no address is before them on event lines
  collapse-perf: kept 1 sample without its function: no address is before it on the event line

# no-call-chains
needs: stackcollapse-perf.pl inferno-collapse-perf
recorded without -g: the function is on the event line, and that is all there is

  $ try() {
  > 	echo "# $*"
  > 	"$@" 2>&1 >out
  > 	echo "exit $?, $(grep -vc "^#" out) stacks"
  > }
  $ cp "$FIXTURES/perf/threads-nog.txt" alone
  $ try collapse-perf alone
  # collapse-perf alone
  collapse-perf: no call chains: record with perf record -g
  exit 0, 17 stacks
  $ try collapse-perf -q alone
  # collapse-perf -q alone
  exit 0, 17 stacks
  $ try collapse-perf --all --tid -j 4 alone
  # collapse-perf --all --tid -j 4 alone
  collapse-perf: no call chains: record with perf record -g
  exit 0, 17 stacks
  $ try collapse-perf --event-filter cpu-clock --event-filter cycles alone
  # collapse-perf --event-filter cpu-clock --event-filter cycles alone
  collapse-perf: no call chains: record with perf record -g
  exit 0, 17 stacks
  $ try collapse-guess alone
  # collapse-guess alone
  collapse-guess: alone looks like perf
  collapse-guess: no call chains: record with perf record -g
  exit 0, 17 stacks

other events and threads that are left out change nothing

  $ { cat alone; printf 'b 1 5.0: 10 cycles: \n\t1 f (x)\n\n'; } >other
  $ try collapse-perf other
  # collapse-perf other
  collapse-perf: kept the first event, cpu-clock; left out 1 sample of other events, for --event-filter: cycles (1)
  collapse-perf: no call chains: record with perf record -g
  exit 0, 17 stacks
  $ try collapse-perf --tid-filter 29025 alone
  # collapse-perf --tid-filter 29025 alone
  collapse-perf: no call chains: record with perf record -g
  exit 0, 1 stacks
  $ try collapse-perf --tid-filter 1 alone
  # collapse-perf --tid-filter 1 alone
  collapse-perf: no stacks: none of 65 samples was selected
  collapse-perf: --tid-filter can select: 29045 (35), 29049 (11), 29048 (9), 29047 (8), 29025 (1), 29050 (1)
  exit 1, 0 stacks

one sample with a stack, or without anything, is enough

  $ { cat alone; printf 'b 1 5.0: 10 cpu-clock: \n\t1 f (x)\n\n'; } >stack
  $ try collapse-perf stack
  # collapse-perf stack
  exit 0, 18 stacks
  $ { printf 'b 1 5.0: 10 cpu-clock: \n\n'; cat alone; } >nothing
  $ try collapse-perf nothing
  # collapse-perf nothing
  exit 0, 18 stacks
  $ printf 'b 1 5.0: 10 cpu-clock: \n\t1 main (x)\n\n' >single
  $ try collapse-perf single
  # collapse-perf single
  exit 0, 1 stacks
  $ collapse-perf --list-events alone
  cpu-clock 65 32516250
  $ try stackcollapse-perf.pl alone
  # stackcollapse-perf.pl alone
  exit 0, 0 stacks
  $ try inferno-collapse-perf alone
  # inferno-collapse-perf alone
  exit 0, 16 stacks

# now-1-padded-columns
pid and tid as perf 6 and as perf 7 align them

  $ collapse-perf --tid <"$INPUTS/now-1-padded-columns.in"
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: samples=3
  bash-?/24089;alone 2004008
  demo-14240/14243;seven 2004008
  demo-14240/14243;six 2004008

# now-2-addresses-of-other-processes
the same code has another address in every process

  $ collapse-perf --addrs --inlined <"$INPUTS/now-2-addresses-of-other-processes.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=3
  # flambeau: unnamed=3
  demo;inner;outer;[demo <57cccccc018a>] 4
  demo;outer;inner_[i];[demo <55aaaaaa018a>] 1
  demo;outer;inner_[i];[demo <56bbbbbb018a>] 2

# now-3-PPP-recursion
equal addresses without an inlined line between them: three calls

  $ cat >now-3-PPP-recursion.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ collapse-perf --all <now-3-PPP-recursion.in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;rec;rec;rec 3

# now-3-PPiPP
recursion around a group: the outer two calls are frames of their own

  $ cat >now-3-PPiPP.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118a inner+0x37 (inlined)
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118a rec+0x37 (/tmp/demo)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ collapse-perf --inlined <now-3-PPiPP.in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;rec;rec;inner_[i];rec 3

# now-3-Pi
the physical frame comes first: it is moved outermost

  $ cat >now-3-Pi.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a outer(int)+0x37 (/tmp/demo)
  > 	40118a inner+0x37 (inlined)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ for option in '' --all --inlined; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <now-3-Pi.in
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner_[i] 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner_[i] 3

# now-3-Pi-duplicate
the inlined line names the same function without its types: one frame

  $ cat >now-3-Pi-duplicate.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a void work<int>(int) const [clone .isra.0]+0x37 (/tmp/demo)
  > 	40118a work<long>+0x37 (inlined)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ for option in '' --all '--inlined --simplify none'; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <now-3-Pi-duplicate.in
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;work<long> 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;work<long> 3
  # collapse-perf --inlined --simplify none
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;work<long> 3

# now-3-PiP
the physical frame was printed before and after what is inlined in it

  $ for option in '' --all --inlined; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <"$INPUTS/now-3-PiP.in"
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner_[i] 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner_[i] 3

# now-3-PiPi
the second physical frame closes the group in front of it; the last line stands alone

  $ cat >now-3-PiPi.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a outer+0x37 (/tmp/demo)
  > 	40118a inner+0x37 (inlined)
  > 	40118a outer+0x37 (/tmp/demo)
  > 	40118a alone+0x37 (inlined)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ collapse-perf --inlined <now-3-PiPi.in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;alone;outer;inner_[i] 3

# now-3-Piiiii

  $ for option in '' --all --inlined; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <"$INPUTS/now-3-Piiiii.in"
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;five;four;three;two;one 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;five_[i];four_[i];three_[i];two_[i];one_[i] 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;five_[i];four_[i];three_[i];two_[i];one_[i] 3

# now-3-Piiiii-duplicate

  $ for option in '' --all --inlined; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <"$INPUTS/now-3-Piiiii-duplicate.in"
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;four;three;two;one 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;four_[i];three_[i];two_[i];one_[i] 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;four_[i];three_[i];two_[i];one_[i] 3

# now-3-iPiP
a physical frame that closes one group does not open the next

  $ cat >now-3-iPiP.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a one+0x37 (inlined)
  > 	40118a first+0x37 (/tmp/demo)
  > 	40118a two+0x37 (inlined)
  > 	40118a second+0x37 (/tmp/demo)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ for option in '' --all --inlined; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <now-3-iPiP.in
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;second;two;first;one 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;second;two_[i];first;one_[i] 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;second;two_[i];first;one_[i] 3

# now-3-ii
no physical frame at all: the last inlined one counts as such

  $ for option in '' --all --inlined; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <"$INPUTS/now-3-ii.in"
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;main;alone 5
  demo;main;two;one 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;main;alone 5
  demo;main;two;one_[i] 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;main;alone 5
  demo;main;two;one_[i] 3

# now-3-original-names
to the originals "(inlined)" is a module like others

  $ for tool in stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --all"
  > 	$tool --all <"$INPUTS/now-3-PiP.in"
  > done
  # stackcollapse-perf.pl --all
  demo;main;outer;inner;outer 3
  # inferno-collapse-perf --all
  demo;main;outer;inner;outer 3

# now-3-other-addresses
only lines of equal address are a group

  $ cat >now-3-other-addresses.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf+0x37 (/tmp/demo)
  > 	40118b inner+0x37 (inlined)
  > 	40118b outer+0x37 (/tmp/demo)
  > 	40118c main+0x10 (/tmp/demo)
  >
  > EOF
  $ collapse-perf --inlined <now-3-other-addresses.in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;inner_[i];leaf 3

# now-4-names-with-blanks
blanks and brackets that belong to the name

  $ collapse-perf <"$INPUTS/now-4-names-with-blanks.in" | tr ';' '\n'
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo
  (anonymous namespace)::detail
  non-virtual thunk to Foo::bar
  std::_Function_handler<void (int), work(int)::{lambda(int)#1}>::_M_invoke
  std::vector<int>::operator[]
  main::{lambda(auto:1, int)#1}::operator()<int>(int, int) const::{lambda()#2}::operator()
  std::operator<< <char>
  operator delete[]
  operator new
  Foo::operator std::vector<int, std::allocator<int> >
  Foo::operator bool 3

# now-4-one-frame-for-both-spellings
as demanglers and as debugging information spell it: one stack each

  $ collapse-perf <"$INPUTS/now-4-one-frame-for-both-spellings.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=18
  a;std::__introsort_loop<int*, long> 2
  b;invoke_all<int (*)(int)> 2
  c;operator() 2
  d;visit<int> 2
  e;(anonymous namespace)::Ring<long, 32>::operator() 2
  f;(anonymous namespace)::pick<2> 2
  g;Shape::area 4
  h;plain_c 2

# now-4-other-languages
names of Rust, Go, Python, node and Java stay whole

  $ collapse-perf <"$INPUTS/now-4-other-languages.in" | tr ';' '\n'
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo
  VM_Version stub
  Interpreter
  JS:*fib /home/me/fib.js:1:13
  py::fib:/home/me/my project/fib.py
  main.main.func1.2
  main.Map[go.shape.int,go.shape.string]
  main.(*Tree).Insert
  <impl core::fmt::Display for &str>::fmt
  core::ops::function::FnOnce::call_once{{vtable.shim}}
  <alloc::vec::Vec<T,A> as core::iter::traits::collect::Extend<T>>::extend 3

# now-5-symbol-choice
either choice of perf is shown as it is, also the junk at the end of a broken stack

  $ collapse-perf <"$INPUTS/now-5-symbol-choice.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;[unknown];main;__GI___libc_free 3
  demo;main;free@plt 5

# lines
a recording and the text of it have the line of each function of the user, inlined ones too; a caller that of its call

  $ cat >program.c <<-'END'
  > 	volatile int sink;
  > 	#line 3 "util/inner.h"
  > 	static inline __attribute__((always_inline)) void inner(void)
  > 	{
  > 		sink++;
  > 		__asm__ volatile("here: nop");
  > 	}
  > 	#line 20 "program.c"
  > 	__attribute__((noinline)) void outer(void)
  > 	{
  > 		inner();
  > 		sink++;
  > 	}
  > 	int main(void)
  > 	{
  > 		outer(); __asm__ volatile("called:");
  > 		sink++;
  > 		return 0;
  > 	}
  > END
  $ gcc -O2 -g -o program program.c || exit
  $ nm program >symbols
  $ address() # SYMBOL
  > {
  > 	echo $((0x$(sed -n "s/ . $1\$//p" symbols)))
  > }
  $ PYTHONPATH=$TESTS/system/recordings python3 - "$(address here)" "$(address called)" <<-'END' >perf.data
  > 	import sys
  > 	from inlines import recording, MAP
  > 	here, called = map(int, sys.argv[1:])
  > 	pages = sorted({here & ~0xfff, called & ~0xfff})
  > 	maps = [(MAP + page - pages[0], b"/program", page) for page in pages]
  > 	sys.stdout.buffer.write(recording(maps=maps, chains=[[here, called]], shift=MAP - pages[0]))
  > END
  $ stack() # [SOURCES]
  > {
  > 	echo 'program 7/7 [000] 1.0: 1 cycles:'
  > 	printf "\t%16x outer+0x%x ($PWD/program)\n" "$(address here)" $(($(address here) - $(address outer)))
  > 	${1:+echo '  other.c:1'}
  > 	printf "\t%16x main+0x%x ($PWD/program)\n" "$(address called)" $(($(address called) - $(address main)))
  > 	printf '\t%16x start+0x1 (/nowhere)\n' 291
  > 	${1:+echo '  other.c:2'}
  > 	echo
  > }
  $ for option in --lines --srcline --context --lines=leaf '--lines --inlined' '--lines --no-inline'; do
  > 	echo "# $option"
  > 	collapse-perf --no-header $option --symfs . perf.data
  > done
  # --lines
  demo;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  # --srcline
  demo;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  # --context
  demo;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  # --lines=leaf
  demo;main;outer;inner:inner.h:6 1
  # --lines --inlined
  demo;main:program.c:27;outer:program.c:22;inner:inner.h:6_[i] 1
  # --lines --no-inline
  demo;main:program.c:27;outer:program.c:22 1
  $ for option in --lines --srcline --context --lines=leaf '--lines --inlined'; do
  > 	echo "# $option"
  > 	stack | collapse-perf --no-header $option
  > done
  # --lines
  program;start;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  # --srcline
  program;start;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  # --context
  program;start;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  # --lines=leaf
  program;start;main;outer;inner:inner.h:6 1
  # --lines --inlined
  program;start;main:program.c:27;outer:program.c:22;inner:inner.h:6_[i] 1

lines that perf printed are for functions without debugging information

  $ for option in --lines --lines=leaf; do
  > 	stack sources | collapse-perf --no-header $option
  > done
  program;start:other.c:2;main:program.c:27;outer:program.c:22;inner:inner.h:6 1
  program;start;main;outer;inner:inner.h:6 1

with no debugging information there are no lines

  $ strip program
  $ collapse-perf --no-header --lines --symfs . perf.data
  demo;[program];[program] 1

other programs have no such option

  $ for tool in stackcollapse-perf.pl inferno-collapse-perf; do
  > 	$tool --lines perf.data
  > done
  [2]
  $ stackcollapse-perf.pl --srcline perf.data
  [1]
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: no symbols in it); its -dbgsym or -debuginfo package may have them
  stackcollapse-perf.pl: option '--lines' is not known
  stackcollapse-perf.pl: usage: stackcollapse-perf.pl [OPTION...] [FILE...]
  inferno-collapse-perf: option '--lines' is not known; try 'inferno-collapse-perf --help'
  stackcollapse-perf.pl: --srcline is for the text of perf script, not for its recordings

# now-6-source-lines
some frames have one, some have none: records are not joined

  $ for option in '' --srcline; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <"$INPUTS/now-6-source-lines.in" | tr ';' '\n'
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo
  bare 5
  demo
  start
  [unknown]
  bare
  outer
  inner
  free 3
  # collapse-perf --srcline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo
  bare 5
  demo
  start:??:0
  [unknown]
  bare
  outer:threads.c:30
  inner:threads.c:12 (inlined)
  free:libc.so.6 3
  $ cat err
  collapse-perf: skipped 4 source lines (--srcline shows them)

# now-7-odd-thread-names

  $ collapse-perf --tid <"$INPUTS/now-7-odd-thread-names.in"
  3_4/5_6-100/104;f 3
  42-100/105;f 3
  :-1--1/-1;f 3
  :-1-?/-1;f 1
  GC_Thread#0-100/102;f 3
  [celebrate]-100/107;f 3
  a:b:_c-100/106;f 3
  kworker/u8:1-ev-100/101;f 3
  pool_(a)_#3-100/103;f 3

# opt-addrs

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	for option in '' --addrs; do
  > 		echo "# $tool $option"
  > 		$tool $option <"$INPUTS/opt-addrs.in"
  > 	done
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  # flambeau: unnamed=2
  demo;main;[libc.so.6] 5
  demo;main;[unknown];[libc.so.6] 3
  # collapse-perf --addrs
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  # flambeau: unnamed=2
  demo;main;[libc.so.6 <40118e>] 5
  demo;main;[unknown <40118b>];[libc.so.6 <40118a>] 3
  # stackcollapse-perf.pl\x20 (esc)
  demo;main;[libc.so.6] 5
  demo;main;[unknown];[libc.so.6] 3
  # stackcollapse-perf.pl --addrs
  demo;main;[libc.so.6 <40118e>] 5
  demo;main;[unknown <40118b>];[libc.so.6 <40118a>] 3
  # inferno-collapse-perf\x20 (esc)
  demo;main;[libc.so.6] 5
  demo;main;[unknown];[libc.so.6] 3
  # inferno-collapse-perf --addrs
  demo;main;[libc.so.6 <40118e>] 5
  demo;main;[unknown <40118b>];[libc.so.6 <40118a>] 3

# opt-comm
the name as perf printed it

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-selection.in"
  > }
  $ show collapse-perf --comm worker
  # collapse-perf --comm worker
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  my_worker_1;f 5
  my_worker_2;g 7
  $ show collapse-perf --comm '^my worker 2$'
  # collapse-perf --comm ^my worker 2$
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  my_worker_2;g 7
  $ show collapse-perf '--comm=^(demo|my)' --tid
  # collapse-perf --comm=^(demo|my) --tid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=3
  demo-100/100;main 3
  my_worker_1-100/101;f 5
  my_worker_2-100/102;g 7
  $ show collapse-perf -v --comm demo
  # collapse-perf -v --comm demo
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main 3
  $ cat err
  collapse-perf: skipped 3 samples not selected

# opt-cpu
1 is [001]

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-selection.in"
  > }
  $ show collapse-perf --cpu 1
  # collapse-perf --cpu 1
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  my_worker_1;f 5
  other;main 11
  $ show collapse-perf --cpu 010 --cpu 0
  # collapse-perf --cpu 010 --cpu 0
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;main 3
  my_worker_2;g 7

# opt-cpu-unknown
samples without CPU numbers: what to record is said

  $ sed 's/ \[[0-9]*\]//' "$FIXTURES/perf/cxx-fp.txt" | collapse-perf --cpu 0
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-perf: no stacks: none of 61 samples was selected
  collapse-perf: --cpu: samples do not say on which CPU they were taken (perf record --sample-cpu, perf script -F +cpu)

# opt-debug-dir
needs: python3
folders with files by their build ids, laid out as others lay them out; a file of another build id is never used

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ mkdir empty
  $ export HOME="$PWD/empty"
  $ unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME
  $ for place in places/*; do
  > 	echo "== $place"
  > 	collapse-perf --no-header --symfs empty --debug-dir "$place" places.data 2>&1
  > done
  == places/archive
  demo;from_table 1
  == places/debug
  demo;from_table 1
  == places/debuginfo
  demo;from_table 1
  == places/debuginfod
  demo;from_table 1
  == places/debuginfod-program
  demo;from_table 1
  == places/elf
  demo;from_table 1
  == places/executable
  demo;from_table 1
  == places/file
  demo;from_table 1
  == places/linkless
  demo;from_table 1
  == places/other
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir or --debuginfod may have it
  demo;[demo] 1
  == places/root
  demo;from_table 1
  == places/tree
  demo;from_table 1
  $ echo "== only a debug file of the program, without and with its offsets; a stripped program"
  == only a debug file of the program, without and with its offsets; a stripped program
  $ collapse-perf --no-header --symfs empty --debug-dir alone places.data 2>&1
  demo;from_debug 1
  $ collapse-perf --no-header --symfs stripped --debug-dir empty --debug-dir places/debug places.data 2>&1
  demo;from_table 1
  $ collapse-perf --no-header --symfs stripped places.data 2>&1
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no symbols in it); --debug-dir or --debuginfod may have them, or its -dbgsym or -debuginfo package
  demo;[demo] 1
  $ echo "== a file that was deleted, found by its build id; one of its path that is another build"
  == a file that was deleted, found by its build id; one of its path that is another build
  $ collapse-perf --no-header --symfs empty --debug-dir places/debuginfo deleted.data 2>&1
  demo;from_table 1
  $ collapse-perf --no-header --symfs places/root deleted.data 2>&1
  demo;from_table 1
  $ collapse-perf --no-header --symfs places/other deleted.data 2>&1
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: build id differs); --debug-dir or --debuginfod may have the recorded build
  demo;[demo] 1
  $ for place in kernels/*; do
  > 	echo "== $place"
  > 	collapse-perf --no-header --symfs empty --debug-dir "$place" kernel.data 2>&1
  > done
  == kernels/list
  demo;kernel_work 1
  == kernels/list-archive
  demo;kernel_work 1
  == kernels/list-by-id
  demo;kernel_work 1
  == kernels/vmlinux
  demo;kernel_work 1
  == kernels/vmlinux-by-id
  demo;kernel_work 1
  == kernels/vmlinux-debuginfod
  demo;kernel_work 1
  $ echo "== copies of perf; modules of another start of the machine are elsewhere"
  == copies of perf; modules of another start of the machine are elsewhere
  $ for home in homes/*; do
  > 	echo "== $home"
  > 	HOME="$PWD/$home" collapse-perf --no-header module.data 2>&1
  > done
  == homes/cut
  collapse-perf: kernel symbols not available: recorded on another kernel; use --kallsyms, --vmlinux, --debug-dir or --debuginfod
  demo;[[kernel.kallsyms]];[[demo_mod]] 1
  == homes/empty
  collapse-perf: kernel symbols not available: recorded on another kernel; use --kallsyms, --vmlinux, --debug-dir or --debuginfod
  demo;[[kernel.kallsyms]];[[demo_mod]] 1
  == homes/folder
  collapse-perf: kernel symbols not available: recorded on another kernel; use --kallsyms, --vmlinux, --debug-dir or --debuginfod
  demo;[[kernel.kallsyms]];[[demo_mod]] 1
  == homes/other-build
  collapse-perf: kernel symbols not available: recorded on another kernel; use --kallsyms, --vmlinux, --debug-dir or --debuginfod
  demo;[[kernel.kallsyms]];[[demo_mod]] 1
  == homes/other-modules
  demo;kernel_work;[[demo_mod]] 1
  == homes/other-start
  demo;kernel_work;[[demo_mod]] 1
  == homes/other-start-below
  demo;kernel_work;[[demo_mod]] 1
  == homes/same-start
  demo;kernel_work;mod_work 1
  == homes/zeros
  collapse-perf: kernel symbols not available: recorded on another kernel; use --kallsyms, --vmlinux, --debug-dir or --debuginfod
  demo;[[kernel.kallsyms]];[[demo_mod]] 1
  $ echo "== --symfs, too, takes what perf archive packed"
  == --symfs, too, takes what perf archive packed
  $ collapse-perf --no-header --symfs places/archive places.data 2>&1
  demo;from_table 1
  $ collapse-perf --no-header --symfs places/archive deleted.data 2>&1
  demo;from_table 1
  $ collapse-perf --no-header --symfs places/other places.data 2>&1
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: build id differs); --debug-dir or --debuginfod may have the recorded build
  demo;[demo] 1
  $ collapse-perf --no-header --symfs kernels/list-archive kernel.data 2>&1
  demo;kernel_work 1
  $ echo "== what is no folder; text"
  == what is no folder; text
  $ collapse-perf --debug-dir nosuch places.data 2>&1
  collapse-perf: --debug-dir nosuch: no such folder
  [1]
  $ collapse-perf --debug-dir places.data places.data 2>&1
  collapse-perf: --debug-dir places.data: no such folder
  [1]
  $ echo | collapse-perf --debug-dir empty 2>&1
  collapse-perf: --debug-dir is for a recording of perf, and standard input is text
  [1]
  $ echo | collapse-perf --debuginfod 2>&1
  collapse-perf: --debuginfod is for a recording of perf, and standard input is text
  [1]

# opt-debuginfod
needs: python3 libdebuginfod
no server is asked unless --debuginfod is given; its files are used if their build ids fit

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME http_proxy https_proxy all_proxy HTTP_PROXY ALL_PROXY
  $ export HOME="$PWD/home" DEBUGINFOD_TIMEOUT=30
  $ mkdir home served
  $ python3 "$TESTS/system/recordings/server.py" served log &
  $ server=$!
  $ while [ ! -s log ]; do sleep 0.02; done
  $ DEBUGINFOD_URLS=$(cat log)
  $ export DEBUGINFOD_URLS
  $ id=a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3
  $ fold()
  > {
  > 	collapse-perf --no-header "$@" places.data 2>&1
  > 	sed -e 1d -e 's/^/asked: /' log
  > 	sed -i 2,\$d log
  > }
  $ echo "== not asked for"
  == not asked for
  $ fold
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir or --debuginfod may have it
  demo;[demo] 1
  $ fold --symfs stripped
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no symbols in it); --debug-dir or --debuginfod may have them, or its -dbgsym or -debuginfo package
  demo;[demo] 1
  $ fold --debug-dir stripped
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no symbols in it); --debug-dir or --debuginfod may have them, or its -dbgsym or -debuginfo package
  demo;[demo] 1
  $ echo "== no server has it"
  == no server has it
  $ fold --debuginfod
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir may have it
  demo;[demo] 1
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/executable
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/debuginfo
  $ rm -r home/.cache
  $ echo "== of another build, and nothing"
  == of another build, and nothing
  $ mkdir "served/$id"
  $ cp places/other/opt/demo "served/$id/debuginfo"
  $ : >"served/$id/executable"
  $ fold --debuginfod
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir may have it
  demo;[demo] 1
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/executable
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/debuginfo
  $ rm -r home/.cache
  $ echo "== a program, a debug file"
  == a program, a debug file
  $ cp places/root/opt/demo "served/$id/executable"
  $ fold --debuginfod
  demo;from_table 1
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/executable
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/debuginfo
  $ rm -r home/.cache
  $ cp places/root/opt/demo "served/$id/debuginfo"
  $ fold --debuginfod --symfs stripped
  demo;from_table 1
  asked: /buildid/a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3/debuginfo
  $ fold
  demo;from_table 1
  $ echo "== the kernel"
  == the kernel
  $ mkdir served/c0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3
  $ cp kernels/vmlinux-debuginfod/*/debuginfo served/c0*/
  $ collapse-perf --no-header --debuginfod --symfs empty kernel.data 2>&1
  demo;kernel_work 1
  $ sed -i 2,\$d log
  $ kill $server
  $ wait $server 2>/dev/null
  [143]
  $ rm -r home/.cache
  $ sed -i 2,\$d log
  $ echo "== no server, no URL, no library"
  == no server, no URL, no library
  $ fold --debuginfod | sed 's/failed: .*/failed/'
  collapse-perf: no more files are downloaded: a server of DEBUGINFOD_URLS failed
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir may have it
  demo;[demo] 1
  $ DEBUGINFOD_URLS= fold --debuginfod
  collapse-perf: --debuginfod asks no server: DEBUGINFOD_URLS is not set
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir may have it
  demo;[demo] 1
  $ : >libdebuginfod.so.1
  $ LD_LIBRARY_PATH=$PWD fold --debuginfod
  collapse-perf: --debuginfod asks no server: libdebuginfod.so.1 is missing (package libdebuginfod1 or elfutils-debuginfod-client)
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir may have it
  demo;[demo] 1

# opt-debuginfod-signal
needs: python3 libdebuginfod
a signal during a download ends the program, and no part of the file stays

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME http_proxy https_proxy all_proxy HTTP_PROXY ALL_PROXY
  $ export HOME="$PWD/home" DEBUGINFOD_TIMEOUT=30
  $ id=a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3
  $ mkdir -p home "served/$id"
  $ cp places/root/opt/demo "served/$id/debuginfo"
  $ python3 "$TESTS/system/recordings/server.py" served log &
  $ server=$!
  $ while [ ! -s log ]; do sleep 0.02; done
  $ DEBUGINFOD_URLS=$(cat log)
  $ export DEBUGINFOD_URLS
  $ : >served/slow
  $ (trap - INT && exec collapse-perf --no-header --debuginfod --symfs stripped places.data) 2>&1 &
  $ while [ "$(wc -l <log)" -lt 2 ]; do sleep 0.02; done
  $ sleep 0.3
  $ kill -TERM $!
  $ wait $! 2>/dev/null
  [143]
  $ echo "exit $?"
  exit 143
  $ find home/.cache -name 'debuginfo*' ! -size 0 ! -name debuginfod_client
  $ kill $server
  $ wait $server 2>/dev/null
  [143]
  $ true

# opt-event-filter
one: just that event; several: a root frame each

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-event-filter.in"
  > }
  $ show collapse-perf
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  $ show collapse-perf --event-filter instructions
  # collapse-perf --event-filter instructions
  # flambeau: event=instructions
  # flambeau: unit=instructions
  # flambeau: samples=1
  demo;g 5
  $ show collapse-perf --event-filter=cache-misses --event-filter=instructions
  # collapse-perf --event-filter=cache-misses --event-filter=instructions
  cache-misses;demo;g 7
  instructions;demo;g 5
  $ show stackcollapse-perf.pl --event-filter instructions
  # stackcollapse-perf.pl --event-filter instructions
  demo;g 5
  $ show stackcollapse-perf.pl --event-filter=cache-misses --event-filter=instructions
  # stackcollapse-perf.pl --event-filter=cache-misses --event-filter=instructions
  demo;g 5
  $ show inferno-collapse-perf --event-filter instructions
  # inferno-collapse-perf --event-filter instructions
  demo;g 5
  $ cat err
  collapse-perf: kept the first event, cycles; left out 2 samples of other events, for --event-filter: cache-misses (1), instructions (1)
  collapse-perf: left out 2 samples of other events: cache-misses (1), cycles (1)
  collapse-perf: left out 1 sample of other events: cycles (1)
  stackcollapse-perf.pl: skipped 2 samples of other events
  stackcollapse-perf.pl: skipped 2 samples of other events
  inferno-collapse-perf: skipped 2 samples of other events

# opt-help
on standard output, under our name and inferno's

  $ for option in -h --help; do
  > 	collapse-perf $option | sed -n '/^usage/p'
  > 	inferno-collapse-perf $option | sed -n '/^usage/p'
  > done
  usage: collapse-perf [OPTION...] [FILE...]
  usage: inferno-collapse-perf [OPTION...] [FILE]
  usage: collapse-perf [OPTION...] [FILE...]
  usage: inferno-collapse-perf [OPTION...] [FILE]
  $ collapse-perf --help >help
  $ echo "exit $?"
  exit 0
  $ for name in pid tid kernel jit inlined all addrs simplify inline context srcline event-filter \
  > 	list-events skip-after comm pid-filter tid-filter cpu time threads nthreads strict stats \
  > 	output quiet verbose help version; do
  > 	grep -q -e "--$name\\>" help || echo "$name is missing"
  > done

# opt-inferno-files
one at most; `-` is a name like others; `--` ends the options

  $ cp "$INPUTS/opt-pid.in" in
  $ cp "$INPUTS/opt-pid.in" ./--pid
  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <in 2>&1
  > 	echo "exit $?"
  > }
  $ show inferno-collapse-perf
  # inferno-collapse-perf
  demo;f 8
  exit 0
  $ show inferno-collapse-perf -- --pid
  # inferno-collapse-perf -- --pid
  demo;f 8
  exit 0
  $ show inferno-collapse-perf -
  # inferno-collapse-perf -
  inferno-collapse-perf: -: No such file or directory
  exit 1
  $ cp in ./-
  $ show inferno-collapse-perf -
  # inferno-collapse-perf -
  demo;f 8
  exit 0
  $ show inferno-collapse-perf in in
  # inferno-collapse-perf in in
  inferno-collapse-perf: takes one file; 'in' is one too many
  exit 2

# opt-inferno-syntax
exact long names, clusters, values with or without `=`; options and files mixed

  $ cp "$INPUTS/opt-pid.in" in
  $ for option in --pid --tid '--kernel --jit' --all --addrs '--event-filter cycles' \
  > 	--event-filter=cycles -n4 '-n 4' -n=4 -vn4 -vv '-v -v' -qv '--skip-after f --skip-after g'; do
  > 	echo "# inferno-collapse-perf $option"
  > 	inferno-collapse-perf $option in 2>/dev/null
  > done
  # inferno-collapse-perf --pid
  demo-100;f 3
  demo-?;f 5
  # inferno-collapse-perf --tid
  demo-100/101;f 3
  demo-?/102;f 5
  # inferno-collapse-perf --kernel --jit
  demo;f 8
  # inferno-collapse-perf --all
  demo;f 8
  # inferno-collapse-perf --addrs
  demo;f 8
  # inferno-collapse-perf --event-filter cycles
  demo;f 8
  # inferno-collapse-perf --event-filter=cycles
  demo;f 8
  # inferno-collapse-perf -n4
  demo;f 8
  # inferno-collapse-perf -n 4
  demo;f 8
  # inferno-collapse-perf -n=4
  demo;f 8
  # inferno-collapse-perf -vn4
  demo;f 8
  # inferno-collapse-perf -vv
  demo;f 8
  # inferno-collapse-perf -v -v
  demo;f 8
  # inferno-collapse-perf -qv
  demo;f 8
  # inferno-collapse-perf --skip-after f --skip-after g
  f 8
  $ echo "# inferno-collapse-perf in --tid"
  # inferno-collapse-perf in --tid
  $ inferno-collapse-perf in --tid
  demo-100/101;f 3
  demo-?/102;f 5

# opt-inferno-wrong
no prefixes, no capitals, nothing twice, no value that looks like an option: exit 2

  $ for option in --pi --PID -pid --nosuch --inline --srcline --simplify=none --comm=demo -j4 -o=out \
  > 	'--pid --pid' '-n 1 -n 2' '-n 1 --nthreads 2' '--event-filter a --event-filter b' '-q -q' \
  > 	'--event-filter -x' --event-filter '-n x' '-n -1' --pid=1; do
  > 	echo "# inferno-collapse-perf $option"
  > 	inferno-collapse-perf $option </dev/null 2>&1
  > 	echo "exit $?"
  > done
  # inferno-collapse-perf --pi
  inferno-collapse-perf: option '--pi' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --PID
  inferno-collapse-perf: option '--PID' is not known (did you mean --pid?); try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -pid
  inferno-collapse-perf: option '-p' is not known (did you mean --pid?); try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --nosuch
  inferno-collapse-perf: option '--nosuch' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --inline
  inferno-collapse-perf: option '--inline' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --srcline
  inferno-collapse-perf: option '--srcline' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --simplify=none
  inferno-collapse-perf: option '--simplify' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --comm=demo
  inferno-collapse-perf: option '--comm' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -j4
  inferno-collapse-perf: option '-j' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -o=out
  inferno-collapse-perf: option '-o' is not known; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --pid --pid
  inferno-collapse-perf: option '--pid' may be given only once; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -n 1 -n 2
  inferno-collapse-perf: option '-n' may be given only once; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -n 1 --nthreads 2
  inferno-collapse-perf: option '--nthreads' may be given only once; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --event-filter a --event-filter b
  inferno-collapse-perf: option '--event-filter' may be given only once; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -q -q
  inferno-collapse-perf: option '-q' may be given only once; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --event-filter -x
  inferno-collapse-perf: option '--event-filter' needs a value; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --event-filter
  inferno-collapse-perf: option '--event-filter' needs a value; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -n x
  inferno-collapse-perf: option '-n' needs a whole number from 0 to 256, not 'x'; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf -n -1
  inferno-collapse-perf: option '-n' needs a value; try 'inferno-collapse-perf --help'
  exit 2
  # inferno-collapse-perf --pid=1
  inferno-collapse-perf: option '--pid' takes no value; try 'inferno-collapse-perf --help'
  exit 2

# opt-list-events
name, samples, sum of periods

  $ collapse-perf --list-events <<'END'
  > demo 100/101 [000] 1.5: 3 cycles:u:
  >  40118a f (/tmp/demo)
  >
  > demo 100/101 [000] 1.6: 5 instructions:u:
  >  40118b g (/tmp/demo)
  >
  > demo 100/101 [000] 1.7: 7 cycles:u:
  >  40118b g (/tmp/demo)
  >
  > END
  cycles:u 2 10
  instructions:u 1 5

# opt-marks
--kernel, --jit, --inlined, and --all of them

  $ cat >opt-marks.in <<'EOF'
  > java 100/101 [000] 1.5: 3 cycles:
  > 	ffff8a sys_read+0x1 ([kernel.kallsyms])
  > 	40118b inner+0x2 (inlined)
  > 	40118b outer+0x2 (/tmp/demo)
  > 	7f00ac Lcom/example/Main;::run->Lcom/example/Tree;::get+0x3 (/tmp/perf-100.map)
  > 	40118c [unknown] (/tmp/libjava.so)
  >
  > EOF
  $ for option in '' --kernel --jit --inlined --all '--kernel --jit'; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option <opt-marks.in
  > done
  # collapse-perf\x20 (esc)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner;sys_read 3
  # collapse-perf --kernel
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner;sys_read_[k] 3
  # collapse-perf --jit
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner;sys_read 3
  # collapse-perf --inlined
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner_[i];sys_read 3
  # collapse-perf --all
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner_[i];sys_read_[k] 3
  # collapse-perf --kernel --jit
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner;sys_read_[k] 3
  $ for tool in stackcollapse-perf.pl inferno-collapse-perf; do
  > 	for option in '' --kernel --jit --all; do
  > 		echo "# $tool $option"
  > 		$tool $option <opt-marks.in
  > 	done
  > done
  # stackcollapse-perf.pl\x20 (esc)
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner;sys_read 3
  # stackcollapse-perf.pl --kernel
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner;sys_read_[k] 3
  # stackcollapse-perf.pl --jit
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner;sys_read 3
  # stackcollapse-perf.pl --all
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner;sys_read_[k] 3
  # inferno-collapse-perf\x20 (esc)
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner;sys_read 3
  # inferno-collapse-perf --kernel
  java;[libjava.so];com/example/Main:::run;com/example/Tree:::get_[i];outer;inner;sys_read_[k] 3
  # inferno-collapse-perf --jit
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner;sys_read 3
  # inferno-collapse-perf --all
  java;[libjava.so];com/example/Main:::run_[j];com/example/Tree:::get_[i];outer;inner;sys_read_[k] 3

# opt-output
nothing on standard output, nothing left beside the file

  $ collapse-perf -o one.folded "$INPUTS/opt-pid.in"
  $ collapse-perf --output=two.folded "$INPUTS/opt-pid.in"
  $ collapse-perf -o - "$INPUTS/opt-pid.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ grep . *
  one.folded:# flambeau: event=cycles
  one.folded:# flambeau: unit=cycles
  one.folded:# flambeau: samples=2
  one.folded:demo;f 8
  two.folded:# flambeau: event=cycles
  two.folded:# flambeau: unit=cycles
  two.folded:# flambeau: samples=2
  two.folded:demo;f 8

# opt-output-kept-on-failure
a run that fails leaves the file as it was

  $ echo 'old 1' >out.folded
  $ collapse-perf -o out.folded /dev/null
  [1]
  $ echo "exit $?"
  exit 1
  $ cat out.folded
  old 1
  $ ls
  out.folded
  $ cat err
  collapse-perf: nothing recognised: the input is empty

# opt-own-mixed
options behind files, `--`, the last one wins, case matters

  $ cp "$INPUTS/opt-pid.in" ./--pid
  $ cp "$INPUTS/opt-pid.in" in
  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" 2>&1
  > }
  $ show collapse-perf in --pid
  # collapse-perf in --pid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100;f 3
  demo-?;f 5
  $ show collapse-perf --tid -- --pid
  # collapse-perf --tid -- --pid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100/101;f 3
  demo-?/102;f 5
  $ show collapse-perf --simplify nothing --simplify none in
  # collapse-perf --simplify nothing --simplify none in
  collapse-perf: option '--simplify' has no value 'nothing': it is one of none, args, templates; try 'collapse-perf --help'
  [2]
  $ show collapse-perf --simplify none --simplify templates in
  # collapse-perf --simplify none --simplify templates in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ show collapse-perf --time 1,2 --time ,1.55 in
  # collapse-perf --time 1,2 --time ,1.55 in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0.1s
  # flambeau: samples=1
  demo;f 3
  $ show collapse-perf --PID in
  # collapse-perf --PID in
  collapse-perf: option '--PID' is not known (did you mean --pid?); try 'collapse-perf --help'
  [2]
  $ show collapse-perf --pid=yes in
  # collapse-perf --pid=yes in
  collapse-perf: option '--pid' takes no value; try 'collapse-perf --help'
  [2]
  $ show collapse-perf --comm -d in
  # collapse-perf --comm -d in
  collapse-perf: no stacks: none of 2 samples was selected
  collapse-perf: --comm can select: demo (2)
  [1]
  $ show collapse-perf - <in
  # collapse-perf -
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ show collapse-perf in - in <in
  # collapse-perf in - in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=6
  demo;f 24

# opt-own-one-dash
one dash: an exact long name, else a cluster of letters

  $ for option in -pid -tid '-simplify none' -simplify=none '-event-filter cycles' -qv -qj4 '-vqj 4' \
  > 	-j4 -ker -PID; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option "$INPUTS/opt-pid.in" 2>&1
  > 	echo "exit $?"
  > done
  # collapse-perf -pid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100;f 3
  demo-?;f 5
  exit 0
  # collapse-perf -tid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100/101;f 3
  demo-?/102;f 5
  exit 0
  # collapse-perf -simplify none
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -simplify=none
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -event-filter cycles
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -qv
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -qj4
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -vqj 4
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -j4
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 0
  # collapse-perf -ker
  collapse-perf: option '-k' is not known; try 'collapse-perf --help'
  exit 2
  # collapse-perf -PID
  collapse-perf: option '-P' is not known (did you mean --pid?); try 'collapse-perf --help'
  exit 2

# opt-own-prefixes
two dashes: any unambiguous prefix; an exact name wins

  $ for option in --pid --pi --ti --ker --addr '--event cycles' --ev=cycles --list-e --nthr=2; do
  > 	echo "# collapse-perf $option"
  > 	collapse-perf $option "$INPUTS/opt-pid.in" 2>&1
  > done
  # collapse-perf --pid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100;f 3
  demo-?;f 5
  # collapse-perf --pi
  collapse-perf: option '--pi' is ambiguous: --pid, --pid-filter; try 'collapse-perf --help'
  # collapse-perf --ti
  collapse-perf: option '--ti' is ambiguous: --tid, --tid-filter, --time; try 'collapse-perf --help'
  # collapse-perf --ker
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # collapse-perf --addr
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # collapse-perf --event cycles
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # collapse-perf --ev=cycles
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  # collapse-perf --list-e
  cycles 2 8
  # collapse-perf --nthr=2
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8

# opt-perl-syntax
one or two dashes, any case, any unambiguous prefix, options behind files

  $ cp "$INPUTS/opt-pid.in" in
  $ for option in --pid -pid --PID -Pid -p --p -TID -ti -k --add --event=cycles '-EVENT cycles' --e=cycles; do
  > 	echo "# stackcollapse-perf.pl $option"
  > 	stackcollapse-perf.pl in $option
  > done
  # stackcollapse-perf.pl --pid
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl -pid
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl --PID
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl -Pid
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl -p
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl --p
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl -TID
  demo-100/101;f 3
  demo-?/102;f 5
  # stackcollapse-perf.pl -ti
  demo-100/101;f 3
  demo-?/102;f 5
  # stackcollapse-perf.pl -k
  demo;f 8
  # stackcollapse-perf.pl --add
  demo;f 8
  # stackcollapse-perf.pl --event=cycles
  demo;f 8
  # stackcollapse-perf.pl -EVENT cycles
  demo;f 8
  # stackcollapse-perf.pl --e=cycles
  demo;f 8

# opt-perl-usage
a message, and the usage behind it

  $ for option in -h --nosuch; do
  > 	stackcollapse-perf.pl $option 2>&1 >/dev/null | grep -c 'usage: stackcollapse-perf.pl '
  > done
  1
  1

# opt-perl-values
a value may start with a dash; the last one wins; `--` ends the options; `-` is stdin

  $ cp "$INPUTS/opt-pid.in" in
  $ cp "$INPUTS/opt-pid.in" ./-p
  $ show()
  > {
  > 	echo "# $*"
  > 	"$@"
  > 	echo "exit $?"
  > }
  $ show stackcollapse-perf.pl --event-filter -p in
  # stackcollapse-perf.pl --event-filter -p in
  exit 0
  $ show stackcollapse-perf.pl --event-filter nothing --event-filter cycles in
  # stackcollapse-perf.pl --event-filter nothing --event-filter cycles in
  demo;f 8
  exit 0
  $ show stackcollapse-perf.pl -- -p
  # stackcollapse-perf.pl -- -p
  demo;f 8
  exit 0
  $ show stackcollapse-perf.pl -t - <in
  # stackcollapse-perf.pl -t -
  demo-100/101;f 3
  demo-?/102;f 5
  exit 0
  $ cat err
  stackcollapse-perf.pl: skipped 2 samples of other events

# opt-perl-wrong
no help, no short options, nothing of ours: exit 255

  $ for option in -h --help -v -j4 -n4 -o=out --simplify=none --comm=demo --skip-after=f --a --pid=1 \
  > 	--event-filter; do
  > 	echo "# stackcollapse-perf.pl $option"
  > 	stackcollapse-perf.pl $option </dev/null 2>&1 | sed 's/; try.*//' | head -n 1
  > 	stackcollapse-perf.pl $option </dev/null 2>/dev/null
  > 	echo "exit $?"
  > done
  # stackcollapse-perf.pl -h
  stackcollapse-perf.pl - folded stacks from perf.data, or from the output of perf script
  exit 255
  # stackcollapse-perf.pl --help
  stackcollapse-perf.pl - folded stacks from perf.data, or from the output of perf script
  exit 255
  # stackcollapse-perf.pl -v
  stackcollapse-perf.pl: option '-v' is not known
  exit 255
  # stackcollapse-perf.pl -j4
  stackcollapse-perf.pl: option '-j4' is not known
  exit 255
  # stackcollapse-perf.pl -n4
  stackcollapse-perf.pl: option '-n4' is not known
  exit 255
  # stackcollapse-perf.pl -o=out
  stackcollapse-perf.pl: option '-o' is not known
  exit 255
  # stackcollapse-perf.pl --simplify=none
  stackcollapse-perf.pl: option '--simplify' is not known
  exit 255
  # stackcollapse-perf.pl --comm=demo
  stackcollapse-perf.pl: option '--comm' is not known
  exit 255
  # stackcollapse-perf.pl --skip-after=f
  stackcollapse-perf.pl: option '--skip-after' is not known
  exit 255
  # stackcollapse-perf.pl --a
  stackcollapse-perf.pl: option '--a' is ambiguous
  exit 255
  # stackcollapse-perf.pl --pid=1
  stackcollapse-perf.pl: option '--pid' takes no value
  exit 255
  # stackcollapse-perf.pl --event-filter
  stackcollapse-perf.pl: option '--event-filter' needs a value
  exit 255

# opt-pid
with threads of one and of two numbers

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --pid"
  > 	$tool --pid <"$INPUTS/opt-pid.in"
  > done
  # collapse-perf --pid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100;f 3
  demo-?;f 5
  # stackcollapse-perf.pl --pid
  demo-100;f 3
  demo-?;f 5
  # inferno-collapse-perf --pid
  demo-100;f 3
  demo-?;f 5

# opt-pid-filter

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-selection.in"
  > }
  $ show collapse-perf --pid-filter 100
  # collapse-perf --pid-filter 100
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=3
  demo;main 3
  my_worker_1;f 5
  my_worker_2;g 7
  $ show collapse-perf --pid-filter=200
  # collapse-perf --pid-filter=200
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  other;main 11
  $ show collapse-perf --pid-filter 100 --pid-filter 200
  # collapse-perf --pid-filter 100 --pid-filter 200
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=4
  demo;main 3
  my_worker_1;f 5
  my_worker_2;g 7
  other;main 11

# opt-quiet
errors are still said, except under inferno's name

  $ cat "$INPUTS/opt-pid.in" >noisy.txt
  $ echo 'what is this?' >>noisy.txt
  $ for tool in 'collapse-perf -q' 'collapse-perf --quiet' 'inferno-collapse-perf -q'; do
  > 	$tool noisy.txt
  > 	$tool missing.txt
  > 	echo "exit $?"
  > done
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 1
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  exit 1
  demo;f 8
  exit 1
  $ cat err
  collapse-perf: missing.txt: No such file or directory
  collapse-perf: missing.txt: No such file or directory

# opt-selection
all at once: a sample has to pass each

  $ collapse-perf --pid-filter 100 --comm my --cpu 1 --time 11, <"$INPUTS/opt-selection.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=1
  my_worker_1;f 5

# opt-simplify

  $ cat >opt-simplify.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a void std::sort<int*, std::less<int> >(int*, int*) [clone .cold]+0x1f (/tmp/demo)
  > 	40118b Ring<long, 32>::operator()(long) const+0x1f (/tmp/demo)
  > 	40118c std::ostream& std::operator<< <char>(std::ostream&, char)+0x1f (/tmp/demo)
  > 	40118d main::{lambda(int)#1}::operator()(int) const+0x1f (/tmp/demo)
  > 	40118e (anonymous namespace)::detail(int)+0x1f (/tmp/demo)
  > 	40118f <core::iter::Map<I,F> as Iterator>::next+0x1f (/tmp/demo)
  >
  > EOF
  $ for what in none args templates; do
  > 	echo "# collapse-perf --simplify $what"
  > 	collapse-perf --simplify $what <opt-simplify.in | tr ';' '\n'
  > done
  # collapse-perf --simplify none
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo
  <core::iter::Map<I,F> as Iterator>::next
  (anonymous namespace)::detail(int)
  main::{lambda(int)#1}::operator()(int) const
  std::ostream& std::operator<< <char>(std::ostream&, char)
  Ring<long, 32>::operator()(long) const
  void std::sort<int*, std::less<int> >(int*, int*) [clone .cold] 3
  # collapse-perf --simplify args
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo
  <core::iter::Map<I,F> as Iterator>::next
  (anonymous namespace)::detail
  main::{lambda(int)#1}::operator()
  std::operator<< <char>
  Ring<long, 32>::operator()
  std::sort<int*, std::less<int> > 3
  # collapse-perf --simplify templates
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo
  <core::iter::Map as Iterator>::next
  (anonymous namespace)::detail
  main::{lambda(int)#1}::operator()
  std::operator<<
  Ring::operator()
  std::sort 3

# opt-skip-after
a whole symbol as perf printed it; callers and process are left out

  $ cat >opt-skip-after.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf+0x1 (/tmp/demo)
  > 	40118b mid(int)+0x2 (/tmp/demo)
  > 	40118c outer->inner+0x3 (/tmp/demo)
  > 	40118d demo::run::h0123456789abcdef+0x4 (/tmp/demo)
  > 	40118e main+0x5 (/tmp/demo)
  >
  > EOF
  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <opt-skip-after.in
  > }
  $ for tool in collapse-perf inferno-collapse-perf; do
  > 	show $tool --skip-after mid
  > 	show $tool --skip-after 'mid(int)'
  > 	show $tool --skip-after 'outer->inner'
  > 	show $tool --skip-after 'demo::run' --skip-after=nothing
  > 	show $tool --skip-after leaf --skip-after 'mid(int)'
  > done
  # collapse-perf --skip-after mid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;demo::run;outer;inner_[i];mid;leaf 3
  # collapse-perf --skip-after mid(int)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  mid;leaf 3
  # collapse-perf --skip-after outer->inner
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  outer;inner_[i];mid;leaf 3
  # collapse-perf --skip-after demo::run --skip-after=nothing
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo::run;outer;inner_[i];mid;leaf 3
  # collapse-perf --skip-after leaf --skip-after mid(int)
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  leaf 3
  # inferno-collapse-perf --skip-after mid
  demo;main;demo::run;outer;inner_[i];mid;leaf 3
  # inferno-collapse-perf --skip-after mid(int)
  mid;leaf 3
  # inferno-collapse-perf --skip-after outer->inner
  outer;inner_[i];mid;leaf 3
  # inferno-collapse-perf --skip-after demo::run --skip-after=nothing
  demo::run;outer;inner_[i];mid;leaf 3
  # inferno-collapse-perf --skip-after leaf --skip-after mid(int)
  leaf 3

# opt-srcline
one source line belongs to each stack line, if it is there

  $ cat >opt-srcline.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf+0x1a (/tmp/demo)
  >   demo.c:12 [extra]
  > 	40118b [unknown] ([unknown])
  > 	40118c main+0x10 (/tmp/demo)
  >   my;demo.c:30
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool --srcline"
  > 	$tool --srcline <opt-srcline.in
  > done
  # collapse-perf --srcline
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main:my:demo.c:30;[unknown];leaf:demo.c:12 3
  # stackcollapse-perf.pl --srcline
  demo;main:my:demo.c:30;[unknown];leaf:demo.c:12 3

# opt-srcline-inlined
"a->b" takes two lines under the Perl name

  $ stackcollapse-perf.pl --srcline <<'END'
  > demo 100/101 [000] 1.5: 3 cycles:
  >  40118a outer->inner+0x1a (/tmp/demo)
  >   outer.c:1
  >   inner.c:2
  >  40118c main+0x10 (/tmp/demo)
  >   demo.c:30
  >
  > END
  demo;main:demo.c:30;outer:outer.c:1;inner_[i]:inner.c:2 3

# opt-srcline-missing
the script takes one line a function, whatever it is

  $ cat >opt-srcline-missing.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	ffff8a leaf+0x1a ([kernel.kallsyms])
  > 	40118b bare+0x10 (/tmp/demo)
  > 	40118c main+0x10 (/tmp/demo)
  >   demo.c:30
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool --srcline --kernel"
  > 	$tool --srcline --kernel <opt-srcline-missing.in
  > done
  # collapse-perf --srcline --kernel
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main:demo.c:30;bare;leaf_[k] 3
  # stackcollapse-perf.pl --srcline --kernel
  demo;main:demo.c:30;leaf_[k]:40118b bare+0x10 (/tmp/demo) 3

# opt-stats
on standard error; times and sizes vary

  $ collapse-perf --stats -j 1 <"$INPUTS/opt-pid.in" 2>stats
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  collapse-perf: 110 bytes, 6 lines, 2 samples, 2 frames, 1 stacks, T s, R GB/s, M MiB, 1 threads

# opt-strict
without a fault nothing changes; with one there is no output

  $ collapse-perf --strict <"$INPUTS/opt-pid.in"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 8
  $ echo "exit $?"
  exit 0
  $ { cat "$INPUTS/opt-pid.in"; echo 'what is this?'; } | collapse-perf --strict
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-perf: standard input:7: not a line of perf script: 'what is this?'
  collapse-perf: skipped 1 unrecognised line
  collapse-perf: no output: part of the input was not understood

# opt-threads
however many, and however small the pieces: the same output

  $ collapse-perf -j 1 <"$INPUTS/opt-selection.in" >expected
  $ for option in -j1 '-j 2' -j=3 '--threads 4' --threads=8 '-n 2' -n3 '--nthreads 2' --nthreads=0 -j0; do
  > 	collapse-perf $option --chunk-size 50 "$INPUTS/opt-selection.in" | cmp - expected &&
  > 		echo "$option: same"
  > done
  -j1: same
  -j 2: same
  -j=3: same
  --threads 4: same
  --threads=8: same
  -n 2: same
  -n3: same
  --nthreads 2: same
  --nthreads=0: same
  -j0: same
  $ inferno-collapse-perf <"$INPUTS/opt-selection.in" >expected
  $ for option in '-n 2' -n2 '--nthreads 2' --nthreads=3 '-n 0'; do
  > 	inferno-collapse-perf $option "$INPUTS/opt-selection.in" | cmp - expected &&
  > 		echo "$option: same"
  > done
  -n 2: same
  -n2: same
  --nthreads 2: same
  --nthreads=3: same
  -n 0: same

# opt-tid
wins over --pid

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --tid --pid"
  > 	$tool --tid --pid <"$INPUTS/opt-pid.in"
  > done
  # collapse-perf --tid --pid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo-100/101;f 3
  demo-?/102;f 5
  # stackcollapse-perf.pl --tid --pid
  demo-100/101;f 3
  demo-?/102;f 5
  # inferno-collapse-perf --tid --pid
  demo-100/101;f 3
  demo-?/102;f 5

# opt-tid-filter

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-selection.in"
  > }
  $ show collapse-perf --tid-filter 100
  # collapse-perf --tid-filter 100
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main 3
  $ show collapse-perf --tid-filter 201 --tid-filter=102
  # collapse-perf --tid-filter 201 --tid-filter=102
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  my_worker_2;g 7
  other;main 11

# opt-time-absolute

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-selection.in"
  > }
  $ show collapse-perf --time 11,13
  # collapse-perf --time 11,13
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=2
  my_worker_1;f 5
  my_worker_2;g 7
  $ show collapse-perf --time 11.500001,
  # collapse-perf --time 11.500001,
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=2
  my_worker_2;g 7
  other;main 11
  $ show collapse-perf --time=,11.5
  # collapse-perf --time=,11.5
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=2
  demo;main 3
  my_worker_1;f 5

# opt-time-relative
from the first sample, even one that is not selected

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/opt-selection.in"
  > }
  $ show collapse-perf --time +0.9,+2.1
  # collapse-perf --time +0.9,+2.1
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=2
  my_worker_1;f 5
  my_worker_2;g 7
  $ show collapse-perf --time +1.5,
  # collapse-perf --time +1.5,
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=2
  my_worker_2;g 7
  other;main 11
  $ show collapse-perf --time 11,+1.5
  # collapse-perf --time 11,+1.5
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=1
  my_worker_1;f 5
  $ show collapse-perf --time +1.5, --cpu 1
  # collapse-perf --time +1.5, --cpu 1
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=3s
  # flambeau: samples=1
  other;main 11

# opt-time-relative-to-other-events
the first sample of the recording, not of the event

  $ collapse-perf --event-filter cycles --time +0,+0.5 <<'END'
  > demo 100/101 [000] 1.0: 3 instructions:
  >  40118a f (/tmp/demo)
  >
  > demo 100/101 [000] 1.4: 5 cycles:
  >  40118b g (/tmp/demo)
  >
  > demo 100/101 [000] 1.8: 7 cycles:
  >  40118c h (/tmp/demo)
  >
  > END
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0.8s
  # flambeau: samples=1
  demo;g 5
  $ cat err
  collapse-perf: left out 1 sample of other events: instructions (1)

# opt-verbose
says which event was kept, and that samples were not selected; may be repeated

  $ for option in -v --verbose -vv '-v -v'; do
  > 	collapse-perf $option --cpu 0 <<-'END'
  > 	demo 100/101 [000] 1.5: 3 cycles:
  > 	 40118a f (/tmp/demo)
  >
  > 	demo 100/101 [001] 1.6: 5 cycles:
  > 	 40118b g (/tmp/demo)
  >
  > 	demo 100/101 [000] 1.7: 7 instructions:
  > 	 40118b g (/tmp/demo)
  > 	END
  > done
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  $ cat err
  collapse-perf: skipped 1 sample not selected
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  collapse-perf: skipped 1 sample not selected
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  collapse-perf: skipped 1 sample not selected
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  collapse-perf: skipped 1 sample not selected
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)

# opt-version
under our name only

  $ for option in -V --version; do
  > 	collapse-perf $option | sed 's/[0-9.]*$/N/'
  > 	stackcollapse-perf.pl $option </dev/null 2>/dev/null
  > 	echo "exit $?"
  > 	inferno-collapse-perf $option </dev/null 2>/dev/null
  > 	echo "exit $?"
  > done
  collapse-perf (flambeau) N
  exit 255
  exit 2
  collapse-perf (flambeau) N
  exit 255
  exit 2

# pasted
blanks that an editor or a page made one are no reason to lose a function; a terminal has blanks for tabs

  $ for text in ' 7f85fc8da160 leaf+0x10 (/opt/app)' '      7f85fc8da160 leaf+0x10 (/opt/app) =>     7f85fc8da190 next+0x0 (/opt/app)' \
  > 	' 7f85fc8da160 leaf+0x10 (/opt/app) => 7f85fc8da190 next+0x0 (/opt/app)' \
  > 	' 7f85fc8da160 leaf+0x10 (/opt/app) 0x7f85fc8da100/0x7f85fc8da160/P/-/-/5'; do
  > 	echo "app 1234 [000] 5.000123: 1000 cycles:u:$text"
  > done | collapse-perf --no-header --strict
  app;leaf 4000
  $ echo 'app 1234 [000] 5.000123: block:event: 7f85fc8da160 leaf+0x10' | collapse-perf --no-header
  app 1
  $ expand "$FIXTURES/perf/cxx-fp.F-ip-sym.txt" | collapse-perf --no-header >out
  $ collapse-perf --no-header "$FIXTURES/perf/cxx-fp.F-ip-sym.txt" | diff - out
  $ cat err
  collapse-perf: no call chains: record with perf record -g

# recording-beside-text
a recording behind a text is refused

  $ printf 'PERFILE2 and more' >perf.data
  $ mkdir folder
  $ cp perf.data folder/data
  $ cp "$FIXTURES/perf/cxx-fp.txt" text
  $ for files in "text perf.data" "text folder"; do
  > 	collapse-perf $files 2>&1 <text
  > done
  collapse-perf: perf.data is a recording of perf, and text is text: collapse each separately
  collapse-perf: folder is a recording of perf, and text is text: collapse each separately
  [1]

# recording-chains
needs: python3
a chain ends at an unknown marker; without an address it is the sample's; each such chain is counted

  $ . "$INPUTS/recording-forms.sh"
  $ forms chains
  == chains\x20 (esc)
  empty;[demo] 2
  empty;[unknown] 1
  good;[demo];[[kernel.kallsyms]] 3
  guest;[demo] 3
  hypervisor;[unknown] 3
  kernel-empty;[[kernel.kallsyms]] 3
  kernel-marker;[[kernel.kallsyms]] 3
  kernel-unknown;[[kernel.kallsyms]] 3
  markers;[demo] 2
  markers;[unknown] 1
  unknown-after;[demo] 3
  unknown-first;[demo] 2
  unknown-first;[unknown] 1
  unknown-last;[demo];[demo] 3
  unknown-second;[demo] 2
  unknown-second;[unknown] 1
  user-marker;[demo] 2
  user-marker;[unknown] 1
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 48 % of 39 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: kept 18 call chains with an unknown marker, cut there, 15 call chains without addresses, each shown as one function
  $ forms chains --strict
  == chains --strict
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 48 % of 39 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: kept 18 call chains with an unknown marker, cut there, 15 call chains without addresses, each shown as one function
  collapse-perf: no output: part of the input was not understood
  $ forms chains --list-events
  == chains --list-events
  cycles 39 39
  $ echo "== as others"
  == as others
  $ stackcollapse-perf.pl --symfs root chains.data
  empty 3
  good;[demo];[[kernel.kallsyms]] 3
  guest;[demo] 3
  hypervisor;[unknown] 3
  kernel-empty 3
  kernel-marker 3
  kernel-unknown;[[kernel.kallsyms]] 3
  markers 3
  unknown-after;[demo] 3
  unknown-first 3
  unknown-last;[demo];[demo] 3
  unknown-second 3
  user-marker 3
  $ inferno-collapse-perf --symfs root chains.data
  empty;[demo] 2
  empty;[unknown] 1
  good;[demo];[[kernel.kallsyms]] 3
  guest;[demo] 3
  hypervisor;[unknown] 3
  kernel-empty;[[kernel.kallsyms]] 3
  kernel-marker;[[kernel.kallsyms]] 3
  kernel-unknown;[[kernel.kallsyms]] 3
  markers;[demo] 2
  markers;[unknown] 1
  unknown-after;[demo] 3
  unknown-first;[demo] 2
  unknown-first;[unknown] 1
  unknown-last;[demo];[demo] 3
  unknown-second;[demo] 2
  unknown-second;[unknown] 1
  user-marker;[demo] 2
  user-marker;[unknown] 1
  $ cat err
  stackcollapse-perf.pl: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  stackcollapse-perf.pl: no symbols for 1 of 1 files, 48 % of 39 samples (largest: demo: no such file); --symfs may have it
  stackcollapse-perf.pl: kept 18 call chains with an unknown marker, cut there
  inferno-collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  inferno-collapse-perf: no symbols for 1 of 1 files, 48 % of 39 samples (largest: demo: no such file); --symfs may have it
  inferno-collapse-perf: kept 18 call chains with an unknown marker, cut there, 15 call chains without addresses, each shown as one function

# recording-code-files
needs: python3
code in memfd, /dev/shm and deleted files has the names of its process's perf map, whose last line with an address counts

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ collapse-perf --no-header --jit --symfs code code.data 2>&1
  collapse-perf: no symbols for 4 of 7 files, 25 % of 20 samples (largest: perf-9.map: no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)
  demo;a::in_file_0_[j] 1
  demo;a::in_file_1_[j] 1
  demo;a::in_file_2_[j] 1
  demo;a::in_file_3_[j] 1
  demo;a::in_file_4_[j] 1
  demo;again_[j] 1
  demo;program 1
  demo;replaced_[j] 1
  other;b::in_file_0_[j] 1
  other;b::in_file_1_[j] 1
  other;b::in_file_2_[j] 1
  other;b::in_file_3_[j] 1
  other;b::in_file_4_[j] 1
  other;program 1
  unnamed;[gone] 1
  unnamed;[jit] 1
  unnamed;[memfd:jit] 1
  unnamed;[perf-9.map]_[j] 2
  unnamed;program 1

# recording-damaged-header
what is no header is named, by file, pipe and guess; nothing is printed

  $ try() {
  > 	"$@" >out 2>&1
  > 	echo "exit $?"
  > 	cat out
  > }
  $ printf 'PERFILE2' >short.data
  $ printf 'PERFFILExxxxxxxx and what is no header' >first.data
  $ { printf 'PERFILE2\150\0\0\0\0\0\0\0'; head -c 100 /dev/zero; } >empty.data
  $ { printf 'PERFILE2\020\0\0\0\0\0\0\0'; } >pipe.data
  $ for file in short first empty pipe; do
  > 	try collapse-perf $file.data
  > 	cat $file.data | try collapse-perf
  > 	try collapse-guess $file.data
  > done
  exit 1
  collapse-perf: short.data: ends within the header of perf.data
  exit 1
  collapse-perf: standard input: ends within the header of perf.data
  exit 1
  collapse-guess: short.data looks like perf
  collapse-guess: short.data: ends within the header of perf.data
  exit 1
  collapse-perf: first.data: not a header of perf.data: its size is 8680820740569200760 instead of 16 or 104
  exit 1
  collapse-perf: standard input: not a header of perf.data: its size is 8680820740569200760 instead of 16 or 104
  exit 1
  collapse-guess: first.data looks like perf
  collapse-guess: first.data: not a header of perf.data: its size is 8680820740569200760 instead of 16 or 104
  exit 1
  collapse-perf: empty.data: damaged: the attributes are too short
  exit 1
  collapse-perf: standard input: damaged: the attributes are too short
  exit 1
  collapse-guess: empty.data looks like perf
  collapse-guess: empty.data: damaged: the attributes are too short
  exit 1
  collapse-perf: pipe.data: has no whole record
  exit 1
  collapse-perf: standard input: has no whole record
  exit 1
  collapse-guess: pipe.data looks like perf
  collapse-guess: pipe.data: has no whole record

# recording-debuginfod-cache
needs: python3
the cache of debuginfod's clients is read, but for --symfs

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ unset DEBUGINFOD_CACHE_PATH XDG_CACHE_HOME
  $ mkdir -p home/.cache empty
  $ fold()
  > {
  > 	collapse-perf --no-header "$@" places.data 2>&1
  > }
  $ echo "== none"
  == none
  $ HOME="$PWD/empty" fold
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir or --debuginfod may have it
  demo;[demo] 1
  $ echo "== by each variable"
  == by each variable
  $ DEBUGINFOD_CACHE_PATH="$PWD/places/debuginfod-program" HOME="$PWD/empty" fold
  demo;from_table 1
  $ mkdir xdg && cp -R places/debuginfod-program xdg/debuginfod_client
  $ XDG_CACHE_HOME="$PWD/xdg" HOME="$PWD/empty" fold
  demo;from_table 1
  $ cp -R places/debuginfod-program home/.cache/debuginfod_client
  $ HOME="$PWD/home" fold
  demo;from_table 1
  $ mv home/.cache/debuginfod_client home/.debuginfod_client_cache
  $ HOME="$PWD/home" fold
  demo;from_table 1
  $ echo "== of another build"
  == of another build
  $ DEBUGINFOD_CACHE_PATH="$PWD/places/other" HOME="$PWD/empty" fold
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir or --debuginfod may have it
  demo;[demo] 1
  $ echo "== not below another root"
  == not below another root
  $ HOME="$PWD/home" fold --symfs empty
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: demo: no such file); --debug-dir or --debuginfod may have it
  demo;[demo] 1

# recording-deep
needs: python3
stacks of as many frames as the kernel keeps are counted, by the limit that the recording had; what is beyond is left out

  $ . "$INPUTS/recording-forms.sh"
  $ shorten() # of stacks, the number of frames
  > {
  > 	while read -r stack count; do
  > 		case $stack in
  > 		*\;*) echo "$(echo "$stack" | tr ';' '\n' | wc -l) frames: $count" ;;
  > 		*) echo "$stack $count" ;;
  > 		esac
  > 	done
  > }
  $ for kind in deep deep-set deep-few; do
  > 	forms $kind | shorten
  > done
  == deep
  127 frames: 1
  127 frames: 1
  128 frames: 1
  128 frames: 2
  collapse-perf: RECORDING: 3 stacks have the 127 frames that the kernel keeps and may lack their outermost callers; sysctl kernel.perf_event_max_stack=1024 and perf record --call-graph fp,1024 keep more
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 60 % of 5 samples (largest: demo: no such file); --symfs may have it
  == deep-set
  200 frames: 1
  200 frames: 1
  201 frames: 1
  201 frames: 2
  collapse-perf: RECORDING: 3 stacks have the 200 frames that the kernel keeps and may lack their outermost callers; sysctl kernel.perf_event_max_stack=1024 and perf record --call-graph fp,1024 keep more
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 60 % of 5 samples (largest: demo: no such file); --symfs may have it
  == deep-few
  32 frames: 1
  32 frames: 1
  33 frames: 1
  33 frames: 1
  36 frames: 1
  collapse-perf: RECORDING: 3 stacks have the 32 frames that the kernel keeps and may lack their outermost callers; perf record --call-graph fp,127 keeps more
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 60 % of 5 samples (largest: demo: no such file); --symfs may have it
  $ collapse-perf --symfs root --list-events deep.data
  cycles 5 5
  $ echo "== by record-stacks, which asks for all that the kernel keeps"
  == by record-stacks, which asks for all that the kernel keeps
  $ cat >add.py <<'END'
  > import struct, sys
  > data, name = sys.stdin.buffer.read(), b"/usr/bin/record-stacks".ljust(64, b"\0")
  > words = struct.pack("<QII", 11, 1, len(name)) + name
  > sys.stdout.buffer.write(data[:16] + struct.pack("<IHH", 80, 0, 8 + len(words)) + words + data[16:])
  > END
  $ python3 add.py <deep.pipe >ours.pipe
  $ collapse-perf --symfs root ours.pipe 2>&1 | grep 'kernel keeps'
  collapse-perf: ours.pipe: 3 stacks have the 127 frames that the kernel keeps and may lack their outermost callers; sysctl kernel.perf_event_max_stack=1024 keeps more
  $ collapse-perf -q --symfs root deep.data | grep -e cut= -e unnamed=
  # flambeau: cut=3
  # flambeau: unnamed=5
  $ python3 "$TESTS/system/recordings/stacks.py" .
  $ collapse-perf --no-header --no-inline --symfs x86_64 deep.data | shorten
  128 frames: 1
  129 frames: 1
  $ cat err
  collapse-perf: deep.data: 2 stacks have more than the 127 frames that are unwound; their outermost callers are left out

# recording-dwarf
needs: python3
stacks of all processors whose copies are unwound; a copy that is too short; code without call frame information

  $ python3 "$TESTS/system/recordings/stacks.py" .
  $ for arch in x86_64 costly i386 aarch64 aarch64_be arm riscv64; do
  > 	echo "== $arch"
  > 	collapse-perf --no-header --no-inline --symfs $arch $arch.data 2>&1
  > done
  == x86_64
  collapse-perf: x86_64.data: 1 stack is longer than its copy and lacks its outermost callers; whole ones need perf record --call-graph dwarf,1024
  demo;[unknown] 1
  demo;_start 1
  demo;_start;main;bare 1
  demo;_start;main;leaf;restore;leaf 1
  demo;_start;main;work;leaf 1
  demo;_start;main;work;leaf;do_work 1
  demo;bare 2
  demo;do_work 1
  demo;leaf 1
  demo;main;work;leaf 1
  demo;work;restore;leaf 1
  == costly
  demo;_start;main;leaf 1
  demo;main;main;main;main;leaf 1
  == i386
  collapse-perf: i386.data: 1 stack is longer than its copy and lacks its outermost callers; whole ones need perf record --call-graph dwarf,1024
  demo;[unknown] 1
  demo;_start 1
  demo;_start;main;leaf;restore;leaf 1
  demo;_start;main;work;leaf 1
  demo;_start;main;work;leaf;do_work 1
  demo;do_work 1
  demo;leaf 1
  demo;main;work;leaf 1
  demo;work;restore;leaf 1
  == aarch64
  demo;_start;main;bare 1
  demo;_start;main;leaf 1
  demo;_start;main;work 1
  == aarch64_be
  demo;_start;main;bare 1
  demo;_start;main;leaf 1
  demo;_start;main;work 1
  == arm
  demo;_start;main;leaf 1
  demo;_start;main;work 1
  demo;bare 1
  == riscv64
  collapse-perf: skipped 3 stacks of a processor that cannot be unwound
  demo;bare 1
  demo;leaf 1
  demo;work 1
  $ echo "== 127 frames, and those of the kernel"
  == 127 frames, and those of the kernel
  $ collapse-perf --no-header --no-inline --symfs x86_64 deep.data >deep
  $ while read -r stack count; do
  > 	echo "$stack" | tr ';' '\n' | sort | uniq -c | sed 's/^ *//'
  > done <deep
  1 demo
  1 leaf
  126 main
  1 demo
  1 do_work
  1 leaf
  126 main
  $ echo "== without a copy or registers; an unknown marker in the kernel's part"
  == without a copy or registers; an unknown marker in the kernel's part
  $ collapse-perf --no-header --no-inline --symfs x86_64 without.data 2>&1
  collapse-perf: kept 2 call chains with an unknown marker, cut there, 2 call chains without addresses, each shown as one function, 1 stack of the kernel alone, for the copy of the user's is empty
  demo;_start;main;leaf 1
  demo;_start;main;leaf;do_work 1
  demo;do_work 2
  demo;leaf 1
  demo;work 1
  $ collapse-perf --no-header --no-inline --symfs x86_64 --strict -j 3 without.data 2>&1 | tail -n 1
  collapse-perf: no output: part of the input was not understood
  $ echo "== strict, as Perl, by threads"
  == strict, as Perl, by threads
  $ collapse-perf --no-header --symfs x86_64 --strict -j 3 x86_64.data 2>&1 | wc -l
  12
  $ stackcollapse-perf.pl --symfs x86_64 x86_64.data 2>&1 | head -n 3
  stackcollapse-perf.pl: x86_64.data: 1 stack is longer than its copy and lacks its outermost callers; whole ones need perf record --call-graph dwarf,1024
  demo;[unknown] 1
  demo;_start 1
  $ collapse-perf --symfs x86_64 --list-events x86_64.data
  cpu-clock 12 12
  $ cat err
  collapse-perf: deep.data: 2 stacks have more than the 127 frames that are unwound; their outermost callers are left out

# recording-walked
needs: python3
copies of stacks beside chains of the kernel: where a copy ends, the chain goes on from the record at the return address

  $ python3 "$TESTS/system/recordings/stacks.py" .
  $ for arch in x86_64 aarch64 aarch64_be; do
  > 	echo "== $arch"
  > 	collapse-perf --no-header --no-inline --symfs $arch walked-$arch.data 2>&1 | sed -E 's/(work;){40,}/MANY;/'
  > done
  == x86_64
  collapse-perf: walked-x86_64.data: 6 stacks are longer than their copies and lack their outermost callers; whole ones need record-stacks --call-graph auto,1024
  collapse-perf: walked-x86_64.data: 1 stack lacks callers, for neither unwinding information nor frame pointers lead on from its last function
  collapse-perf: walked-x86_64.data: 1 stack lacks callers, for its copy ends early: the kernel does not copy pages of a stack that are not in memory
  collapse-perf: walked-x86_64.data: 1 stack has more than the 127 frames that are unwound; its outermost callers are left out
  demo;[demo];work;work;work;work;leaf 1
  demo;_start;work;bare;work;leaf 1
  demo;_start;work;leaf 1
  demo;_start;work;work;bare 1
  demo;_start;work;work;work;restore;leaf 1
  demo;_start;work;work;work;work;work;leaf 1
  demo;_start;work;work;work;work;work;work;leaf 6
  demo;_start;work;work;work;work;work;work;leaf;do_work 1
  demo;leaf 1
  demo;main;leaf 1
  demo;main;work;work;leaf 1
  demo;restore;work;work;leaf 1
  demo;work;leaf 1
  demo;work;work;work;work;leaf 3
  demo;work;work;work;work;work;leaf 1
  demo;MANY;leaf 1
  == aarch64
  collapse-perf: walked-aarch64.data: 1 stack is longer than its copy and lacks its outermost callers; copies are up to record-stacks --call-graph auto,65528
  demo;_start;main;work;work;work 3
  demo;_start;main;work;work;work;leaf 1
  demo;work;work 1
  == aarch64_be
  collapse-perf: walked-aarch64_be.data: 1 stack is longer than its copy and lacks its outermost callers; copies are up to record-stacks --call-graph auto,65528
  demo;_start;main;work;work;work 3
  demo;_start;main;work;work;work;leaf 1
  demo;work;work 1
  $ echo "== marked, as Perl, by threads, how they were found"
  == marked, as Perl, by threads, how they were found
  $ collapse-perf --no-header --mark-cut --symfs x86_64 walked-x86_64.data 2>/dev/null | grep cut
  demo;[cut];[demo];work;work;work;work;leaf 1
  demo;[cut];leaf 1
  demo;[cut];restore;work;work;leaf 1
  demo;[cut];work;leaf 1
  demo;[cut];work;work;work;work;leaf 3
  demo;[cut];work;work;work;work;work;leaf 1
  demo;[cut];work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;work;leaf 1
  $ collapse-perf --no-header --mark-cut --symfs x86_64 x86_64.data 2>/dev/null | grep cut
  demo;[cut];[unknown] 1
  demo;[cut];bare 2
  demo;[cut];do_work 1
  demo;[cut];leaf 1
  demo;[cut];main;work;leaf 1
  demo;[cut];work;restore;leaf 1
  $ collapse-perf --no-header --symfs x86_64 walked-x86_64.data >one 2>&1
  $ collapse-perf --no-header --symfs x86_64 -j 3 walked-x86_64.data 2>&1 | diff one -
  $ collapse-perf --no-header --symfs x86_64 - <walked-x86_64.data 2>&1 | sed 's/standard input/walked-x86_64.data/' | diff one -
  $ stackcollapse-perf.pl --symfs x86_64 walked-x86_64.data 2>/dev/null | grep -c work
  14
  $ collapse-perf --no-header --repair-cut --symfs x86_64 walked-x86_64.data 2>&1 | grep -e cut -e placed | sed -E 's/(work;){40,}/MANY;/'
  collapse-perf: 0 of 7 different stacks that lack callers were placed below the only context of their first frames; the others are below [cut]
  demo;[cut];[demo];work;work;work;work;leaf 1
  demo;[cut];leaf 1
  demo;[cut];restore;work;work;leaf 1
  demo;[cut];work;leaf 1
  demo;[cut];work;work;work;work;leaf 3
  demo;[cut];work;work;work;work;work;leaf 1
  demo;[cut];MANY;leaf 1
  $ collapse-perf --repair-cut --live 1s x86_64.data
  [2]
  $ collapse-perf --no-header --repair-cut --symfs x86_64 too-many.data
  [1]
  $ collapse-perf --no-header --symfs x86_64 --stats walked-x86_64.data 2>&1 >/dev/null | grep -o '[0-9]* callers by.*'
  37 callers by unwinding information, 180 by the kernel's chain, 2 by frame pointers
  $ cat err
  collapse-perf: options '--repair-cut' and '--live' exclude each other
  collapse-perf: too-many.data: 2 stacks are longer than their copies and lack their outermost callers; copies are up to perf record --call-graph dwarf,65528
  collapse-perf: count beyond 2^64-1: 'demo;work;leaf'

# recording-sframe
needs: python3
a program with .sframe and without .eh_frame has the same stacks; other versions of .sframe are said

  $ python3 "$TESTS/system/recordings/stacks.py" .
  $ for arch in x86_64 aarch64 aarch64_be; do
  > 	for file in $arch.data walked-$arch.data; do
  > 		collapse-perf --no-header --no-inline --symfs $arch $file 2>/dev/null | grep -v -e restore -e '\[demo\]' >frames
  > 		for version in 2 3; do
  > 			collapse-perf --no-header --no-inline --symfs sframe$version-$arch $file 2>/dev/null | grep -v -e restore -e '\[demo\]' | diff frames - && wc -l <frames
  > 		done
  > 	done
  > done
  9
  9
  13
  13
  3
  3
  3
  3
  3
  3
  3
  3
  $ collapse-perf -v --no-header --no-inline --symfs sframe1-x86_64 x86_64.data 2>&1 >/dev/null | grep sframe
  collapse-perf: /opt/demo: .sframe of version 1 is not read; versions 2 and 3 are
  $ collapse-perf --no-header --no-inline --symfs sframe1-x86_64 x86_64.data 2>/dev/null
  demo;[unknown] 1
  demo;_start 1
  demo;bare 2
  demo;do_work 1
  demo;leaf 3
  demo;main;bare 1
  demo;main;leaf 2
  demo;main;leaf;do_work 1

# recording-exec
needs: python3
inside of execve a process has its new name and its old program's frames, until the new one is mapped

  $ . "$INPUTS/recording-forms.sh"
  $ forms exec
  == exec\x20 (esc)
  program;[child] 1
  program;[sh] 1
  program;[sh];[[kernel.kallsyms]] 1
  program;[sh];[library];[[kernel.kallsyms]] 1
  program;[unknown] 1
  program;[unknown];[program] 1
  sh;[sh] 1
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 3 of 3 files, 57 % of 7 samples (largest: sh: no such file); --symfs may have it

# recording-for-others
needs: python3
recordings of perf sched, of perf trace, of branches alone: what reads them is said, and what makes stacks

  $ PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$TESTS/system/recordings" python3 - <<'END'
  > import struct
  >
  > import perfdata
  >
  >
  > class Flat(perfdata.Recording):
  >     """Samples without call chains, or with; with branches, or without."""
  >
  >     def __init__(self, samples, chains=False, branches=False):
  >         super().__init__(samples)
  >         self.chains, self.has_branches = chains, branches
  >
  >     def attribute(self, config):
  >         attribute = bytearray(super().attribute(config))
  >         sample_type = struct.unpack("<Q", attribute[24:32])[0]
  >         if not self.chains:
  >             sample_type &= ~perfdata.CALLCHAIN
  >         if self.has_branches:
  >             sample_type |= perfdata.BRANCH_STACK
  >             attribute[72:80] = struct.pack("<Q", perfdata.BRANCH_USER | 8)
  >         attribute[24:32] = struct.pack("<Q", sample_type)
  >         return bytes(attribute)
  >
  >     def sample(self, sample):
  >         body = super().sample(sample)[8:]
  >         if not self.chains:
  >             body = body[:48]
  >         if self.has_branches:
  >             body += self.branches(sample["frames"])
  >         return self.record(perfdata.SAMPLE, body, perfdata.USER)
  >
  >
  > def write(name, events, **options):
  >     samples = [{"comm": "demo", "pid": 7, "tid": 7, "cpu": 0, "event": event, "period": 1, "time": 10**9 + number,
  >                 "frames": [("work", "/bin/demo"), ("main", "/bin/demo")]} for number, event in enumerate(events)]
  >     recording = Flat(samples, **options)
  >     perfdata.write("./" + name + ".data", recording.file(recording.stream()))
  >     perfdata.write("root/tmp/perf-7.map", recording.perf_map())
  >
  >
  > sched = ["sched:sched_switch", "sched:sched_wakeup", "sched:sched_stat_runtime", "dummy:u"]
  > write("sched", sched)
  > write("sched-g", sched, chains=True)
  > write("switches", ["sched:sched_switch"])
  > write("trace", ["raw_syscalls:sys_enter", "raw_syscalls:sys_exit"])
  > write("trace-g", ["raw_syscalls:sys_enter", "raw_syscalls:sys_exit"], chains=True)
  > write("calls", ["raw_syscalls:sys_enter"])
  > write("branches", ["cycles", "cycles"], branches=True)
  > write("branches-g", ["cycles"], branches=True, chains=True)
  > write("mixed", sched + ["cycles"])
  > END
  $ for name in sched sched-g switches trace trace-g calls branches branches-g mixed; do
  > 	echo "== $name"
  > 	collapse-perf --symfs root --no-header $name.data 2>&1
  > done
  == sched
  collapse-perf: sched.data: a recording of perf sched without call chains: perf sched timehist and perf sched latency read it; for stacks perf sched record -g, then perf script | collapse-perf-sched
  collapse-perf: kept the first event, sched:sched_switch; left out 3 samples of other events, for --event-filter: dummy:u (1), sched:sched_stat_runtime (1), sched:sched_wakeup (1)
  demo;work 1
  == sched-g
  collapse-perf: sched-g.data: a recording of perf sched, of which events are counted, not time; perf script | collapse-perf-sched shows where threads wait, perf sched timehist when
  collapse-perf: kept the first event, sched:sched_switch; left out 3 samples of other events, for --event-filter: dummy:u (1), sched:sched_stat_runtime (1), sched:sched_wakeup (1)
  demo;main;work 1
  == switches
  collapse-perf: no call chains: record with perf record -g
  demo;work 1
  == trace
  collapse-perf: trace.data: a recording of perf trace without call chains: perf trace -i reads it; stacks need perf trace record -g
  collapse-perf: kept the first event, raw_syscalls:sys_enter; left out 1 sample of other events, for --event-filter: raw_syscalls:sys_exit (1)
  demo;work 1
  == trace-g
  collapse-perf: kept the first event, raw_syscalls:sys_enter; left out 1 sample of other events, for --event-filter: raw_syscalls:sys_exit (1)
  demo;main;work 1
  == calls
  collapse-perf: no call chains: record with perf record -g
  demo;work 1
  == branches
  collapse-perf: branches.data: has branches but no call chains: perf report and perf script -F +brstack read them; stacks need perf record -g
  demo;work 2
  == branches-g
  demo;main;work 1
  == mixed
  collapse-perf: kept the first event, sched:sched_switch; left out 4 samples of other events, for --event-filter: cycles (1), dummy:u (1), sched:sched_stat_runtime (1), sched:sched_wakeup (1)
  collapse-perf: no call chains: record with perf record -g
  demo;work 1
  $ echo == options
  == options
  $ collapse-perf --symfs root --no-header --event-filter sched:sched_switch sched-g.data 2>&1
  collapse-perf: left out 3 samples of other events: dummy:u (1), sched:sched_stat_runtime (1), sched:sched_wakeup (1)
  demo;main;work 1
  $ collapse-perf --symfs root --no-header --event-filter sched:sched_switch sched.data 2>&1
  collapse-perf: sched.data: a recording of perf sched without call chains: perf sched timehist and perf sched latency read it; for stacks perf sched record -g, then perf script | collapse-perf-sched
  collapse-perf: left out 3 samples of other events: dummy:u (1), sched:sched_stat_runtime (1), sched:sched_wakeup (1)
  demo;work 1
  $ collapse-perf --symfs root --list-events sched.data 2>&1
  dummy:u 1 1
  sched:sched_stat_runtime 1 1
  sched:sched_switch 1 1
  sched:sched_wakeup 1 1
  $ stackcollapse-perf.pl --symfs root trace.data 2>&1
  stackcollapse-perf.pl: Filtering for events of type: raw_syscalls:sys_exit
  demo 1

# recording-foreign
needs: python3 gzip zstd
a file of another build id than the recorded one has no symbols, also under --symfs, and is named

  $ python3 "$TESTS/system/recordings/inlines.py" .
  > python3 - <<'END'
  > import struct
  >
  > with open("demo.data", "rb") as file:
  >     data = file.read()
  > inode, build_id = struct.pack("<IIQQ", 4095, 1, 99, 1), bytes([20, 0, 0, 0]) + b"\x11" * 20
  > head, marked = struct.pack("<IH", 10, 2), struct.pack("<IH", 10, 2 | 1 << 14)
  > assert data.count(inode) == data.count(head) == 1
  > with open("other.data", "wb") as file:
  >     file.write(data.replace(inode, build_id).replace(head, marked))
  > END
  > for data in demo.data other.data; do
  > 	echo "== $data"
  > 	collapse-perf --no-header --no-inline --symfs dwarf4 $data 2>&1
  > 	collapse-perf --no-header --stats --symfs dwarf4 $data 2>&1 >stacks | grep -i -e differ -e mismatch
  > done
  > stackcollapse-perf.pl --symfs dwarf4 other.data
  == demo.data
  demo;main 4
  demo;main;work 5
  demo;work;main 1
  demo;work;work 1
  == other.data
  collapse-perf: no symbols for 1 of 1 files, 100 % of 11 samples (largest: demo: build id differs); --debug-dir or --debuginfod may have the recorded build
  demo;[demo] 4
  demo;[demo];[demo] 7
  collapse-perf: no symbols for 1 of 1 files, 100 % of 11 samples (largest: demo: build id differs); --debug-dir or --debuginfod may have the recorded build
  collapse-perf: /opt/demo: build id differs, 11 samples
  demo;[demo] 4
  demo;[demo];[demo] 7
  $ cat err
  stackcollapse-perf.pl: no symbols for 1 of 1 files, 100 % of 11 samples (largest: demo: build id differs); --debug-dir or --debuginfod may have the recorded build

# recording-identity
needs: python3 linux
a file names functions if it is the recorded one, judged for each map by itself

  $ make() { python3 -B "$TESTS/system/recordings/identity.py" "$@"; }
  $ judge() # LABEL [WORD=VALUE...]
  > {
  > 	echo "== $1"
  > 	shift
  > 	make program program
  > 	make record a.data program "$@"
  > 	collapse-perf --no-header ${options-} a.data 2>&1 | sed 's/collapse-perf: //'
  > }
  $ echo "-- the program was written a moment ago"
  -- the program was written a moment ago
  $ judge "before that: replaced" map=5000
  == before that: replaced
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "after that" map=5 ended=-1000
  == after that
  p-7;main;work 1
  $ judge "after that, and sums of the whole recording have no time" map=5 ended=-1000 sums=yes
  == after that, and sums of the whole recording have no time
  p-7;main;work 2
  $ judge "before and after" map=5000,7000,10 ended=-6000
  == before and after
  no symbols for 1 of 1 files, 33 % of 3 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;main;work 1
  p-8;[program];[program] 1
  p-9;main;work 1
  $ judge "by the recording's own time of day" map=5000,10 ended=-3000 clock=data
  == by the recording's own time of day
  no symbols for 1 of 1 files, 50 % of 2 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  p-8;main;work 1
  $ judge "with another inode" ended=-1000 inode=17
  == with another inode
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "of another device" ended=-1000 inode=17 device=other
  == of another device
  p-7;main;work 1
  $ judge "with its inode" ended=-1000 inode=same
  == with its inode
  p-7;main;work 1
  $ judge "with more code than it has" ended=-1000 at=0x1000+0x2000
  == with more code than it has
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "with code where it has none" ended=-1000 at=0x0+0x1000
  == with code where it has none
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "on another machine" ended=-1000 host=no-such-host
  == on another machine
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: recorded on another machine); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "on another machine, with its build id" map=5000 host=no-such-host id=table inode=17
  == on another machine, with its build id
  p-7;main;work 1
  $ echo "-- build ids"
  -- build ids
  $ judge "of the map" id=map map=5000
  == of the map
  p-7;main;work 1
  $ judge "of the map: another one" ended=-1000 id=other-map
  == of the map: another one
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: build id differs); --debug-dir or --debuginfod may have the recorded build
  p-7;[program];[program] 1
  $ judge "of the table" ended=-1000 id=table
  == of the table
  p-7;main;work 1
  $ judge "of the table: another one" ended=-1000 id=other-table
  == of the table: another one
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: build id differs); --debug-dir or --debuginfod may have the recorded build
  p-7;[program];[program] 1
  $ judge "of the table, written later" id=table map=5000
  == of the table, written later
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --debug-dir or --debuginfod may have the recorded file
  p-7;[program];[program] 1
  $ judge "of the table, another inode" ended=-1000 id=table inode=17
  == of the table, another inode
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --debug-dir or --debuginfod may have the recorded file
  p-7;[program];[program] 1
  $ judge "of the table, other code" ended=-1000 id=table at=0x0+0x1000
  == of the table, other code
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --debug-dir or --debuginfod may have the recorded file
  p-7;[program];[program] 1
  $ for options in --trust-files "--symfs /"; do
  > 	echo "-- $options"
  > 	judge "written later" map=5000
  > 	judge "with another inode" inode=17
  > 	judge "with code where it has none" at=0x0+0x1000
  > 	judge "on another machine" host=no-such-host
  > 	judge "with another build id" id=other-table
  > done
  -- --trust-files
  == written later
  p-7;main;work 1
  == with another inode
  p-7;main;work 1
  == with code where it has none
  p-7;[program];[program] 1
  == on another machine
  p-7;main;work 1
  == with another build id
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: build id differs); --debug-dir or --debuginfod may have the recorded build
  p-7;[program];[program] 1
  -- --symfs /
  == written later
  p-7;main;work 1
  == with another inode
  p-7;main;work 1
  == with code where it has none
  p-7;[program];[program] 1
  == on another machine
  p-7;main;work 1
  == with another build id
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: build id differs); --debug-dir or --debuginfod may have the recorded build
  p-7;[program];[program] 1

# recording-sums
needs: python3
perf record --off-cpu writes sums of the whole recording at its end, with a time that is none: they come last, and are
neither in the duration nor labelled by it, in recordings and in text

  $ python3 -B "$TESTS/system/recordings/identity.py" program program
  $ python3 -B "$TESTS/system/recordings/identity.py" record a.data program map=5,7 sums=yes
  $ collapse-perf --symfs none --labels time a.data
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: samples=4
  # flambeau: unnamed=4
  @time=0.00;p-7;[program];[program] 1
  @time=0.00;p-8;[program];[program] 1
  p-7;[program];[program] 1
  p-8;[program];[program] 1
  $ cat >text <<'END'
  > demo       7 [000]     1.000000:    1000000 cpu-clock:u: 
  > 	          400100 runs+0x1 (/x)
  >
  > demo       7 [000]     3.500000:    1000000 cpu-clock:u: 
  > 	          400100 runs+0x1 (/x)
  >
  > demo       7 [000] 18446744069.414584:    2528851 offcpu-time: 
  > 	          400200 waits+0x1 (/x)
  >
  > END
  $ collapse-perf --labels time --event-filter all text
  # flambeau: unit=ns
  # flambeau: duration=2.5s
  # flambeau: samples=3
  @time=0.00;cpu-clock:u;demo;runs 1000000
  @time=2.50;cpu-clock:u;demo;runs 1000000
  offcpu-time;demo;waits 2528851
  $ sed 's/414584/&320/' text | collapse-perf --labels time --event-filter offcpu-time
  # flambeau: event=offcpu-time
  # flambeau: unit=ns
  # flambeau: duration=2.5s
  # flambeau: samples=1
  demo;waits 2528851
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 100 % of 4 samples (largest: program: no such file); --symfs may have it
  collapse-perf: left out 2 samples of other events: cpu-clock:u (2)
  collapse-perf: the input has no label time; --list-labels prints what it has

# recording-identity-pipe
needs: python3
times of a stream: it is being recorded, it was kept, or it is of another start of the machine

  $ make() { python3 -B "$TESTS/system/recordings/identity.py" "$@"; }
  $ judge() # LABEL [WORD=VALUE...]
  > {
  > 	echo "== $1"
  > 	shift
  > 	[ -n "${old-}" ] || make program program
  > 	make record a.data program pipe=yes "$@"
  > 	collapse-perf --no-header <a.data 2>&1 | sed 's/collapse-perf: //'
  > 	cat a.data | collapse-perf --no-header 2>&1 | sed 's/collapse-perf: //'
  > }
  $ judge "it is recorded, the program was built in it" map=0
  == it is recorded, the program was built in it
  p-7;main;work 1
  p-7;main;work 1
  $ judge "and replaced in it" map=50,0
  == and replaced in it
  no symbols for 1 of 1 files, 50 % of 2 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  p-8;main;work 1
  no symbols for 1 of 1 files, 50 % of 2 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  p-8;main;work 1
  $ judge "it was kept" map=0 ended=long
  == it was kept
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "it was kept, with the build id" map=0 ended=long id=map
  == it was kept, with the build id
  p-7;main;work 1
  p-7;main;work 1
  $ judge "it is of another start" map=0 clock=other
  == it is of another start
  p-7;main;work 1
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: recorded before this machine started); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ judge "it is of another start, with the build id" map=0 clock=other id=table
  == it is of another start, with the build id
  p-7;main;work 1
  p-7;main;work 1
  $ judge "it is of another machine" map=0 host=no-such-host
  == it is of another machine
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: recorded on another machine); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: recorded on another machine); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1
  $ touch -d 2001-01-01 program
  $ old=yes
  $ judge "it was kept, and the file was touched" map=0 ended=long
  == it was kept, and the file was touched
  1 of 1 files: name, links or rights changed since recorded, or cp -p replaced the file; symbols are used all the same (largest: program)
  p-7;main;work 1
  1 of 1 files: name, links or rights changed since recorded, or cp -p replaced the file; symbols are used all the same (largest: program)
  p-7;main;work 1
  $ judge "it is of another start, and the file is old" map=0 clock=other
  == it is of another start, and the file is old
  p-7;main;work 1
  no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: recorded before this machine started); --symfs takes the recorded files, --trust-files those of this machine
  p-7;[program];[program] 1

# recording-map-names
needs: python3
memory that is executable has the names of its process's perf map, whatever the kernel called it; other maps have their own

  $ names="//anon [heap] [stack] [stack:17] /dev/zero~(deleted) /SYSV00000000~(deleted) /anon_hugepage~(deleted) /memfd:jit~(deleted)
  > /memfd:other [vsyscall] [uprobes] anon_inode:[perf_event] /opt/gone.so~(deleted) /opt/missing.so -"
  $ mkdir -p root/tmp
  $ for rights in execute read; do
  > 	echo begin 7 $rights
  > 	at=4194304
  > 	for name in $names; do
  > 		echo "map 7 $at '$(echo "$name" | tr '~' ' ')' rights=$rights"
  > 		echo "hit 7 $((at + 16))"
  > 		printf '%x 20 made of %s\n' $at "$name" >>root/tmp/perf-7.map
  > 		at=$((at + 65536))
  > 	done
  > done | sed 's/rights=read/read=only/' | python3 -B "$TESTS/system/recordings/maps.py" a.data
  $ collapse-perf -q --no-header --symfs . a.data | grep execute
  execute;[[uprobes]] 1
  execute;[[vsyscall]] 1
  execute;[anon_inode:[perf_event]] 1
  execute;[gone.so] 1
  execute;[memfd:jit] 1
  execute;[memfd:other] 1
  execute;[missing.so] 1
  execute;[perf-7.map] 7
  execute;[unknown] 1
  $ collapse-perf --no-header --symfs root a.data
  execute;[[uprobes]] 1
  execute;[[vsyscall]] 1
  execute;[anon_inode:[perf_event]] 1
  execute;[missing.so] 1
  execute;[unknown] 1
  execute;made of //anon 1
  execute;made of /SYSV00000000~ 1
  execute;made of /anon_hugepage~ 1
  execute;made of /dev/zero~ 1
  execute;made of /memfd:jit~ 1
  execute;made of /memfd:other 1
  execute;made of /opt/gone.so~ 1
  execute;made of [heap] 1
  execute;made of [stack:17] 1
  execute;made of [stack] 1
  read;[SYSV00000000] 1
  read;[[heap]] 1
  read;[[stack:17]] 1
  read;[[stack]] 1
  read;[[uprobes]] 1
  read;[[vsyscall]] 1
  read;[anon] 1
  read;[anon_hugepage] 1
  read;[anon_inode:[perf_event]] 1
  read;[gone.so] 1
  read;[memfd:jit] 1
  read;[memfd:other] 1
  read;[missing.so] 1
  read;[unknown] 1
  read;[zero] 1
  $ cat err
  collapse-perf: no symbols for 2 of 5 files, 10 % of 30 samples (largest: missing.so: no such file); --symfs may have it
  collapse-perf: 67% of the samples are in functions without a name, most of them in [vsyscall]: it is stripped; install its debugging symbols, or build it without -s and strip
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf

# recording-map-ids
needs: python3
a file's build id is that of its map, else the first of the headers, but for those of guests; they may come while a stream is read

  $ good=000102030405060708090a0b0c0d0e0f10111213
  $ mkdir -p root debug/.build-id/00
  $ python3 -B "$TESTS/system/recordings/identity.py" program debug/.build-id/00/${good#00}.debug
  $ fold() # [WORD=VALUE...] <LINES
  > {
  > 	python3 -B "$TESTS/system/recordings/maps.py" a.data "$@"
  > 	collapse-perf --no-header --symfs root --debug-dir debug a.data 2>&1
  > }
  $ fold <<END
  > id /bin/x 07 5
  > id /bin/x $good
  > id /bin/x 08
  > id /bin/y 09
  > begin 7 headers
  > map 7 0x400000 /bin/x offset=0x1000
  > hit 7 0x400010
  > begin 8 map
  > map 8 0x400000 /bin/y offset=0x1000 id=$good
  > hit 8 0x400010
  > begin 9 none
  > map 9 0x400000 /bin/z offset=0x1000
  > map 9 0x500000 /bin/not-asked offset=0x1000
  > hit 9 0x400010
  > END
  collapse-perf: no symbols for 1 of 3 files, 33 % of 3 samples (largest: z: no such file); --symfs may have it
  headers;main 1
  map;main 1
  none;[z] 1
  $ fold pipe=yes <<END
  > id /bin/x 07
  > begin 7 p
  > map 7 0x400000 /bin/x offset=0x1000
  > hit 7 0x400010
  > id /bin/y $good
  > map 7 0x500000 /bin/y offset=0x1000
  > hit 7 0x500010
  > END
  collapse-perf: no symbols for 1 of 2 files, 50 % of 2 samples (largest: x: no such file); --debug-dir or --debuginfod may have it
  p;[x] 1
  p;main 1
  $ echo "== a build may have 64 names"
  == a build may have 64 names
  $ i=0
  $ while [ $i -lt 66 ]; do
  > 	echo "begin 7 p-$i"
  > 	echo "map 7 0x400000 /none/$i offset=0x1000 id=$good"
  > 	echo "hit 7 0x400010"
  > 	i=$((i + 1))
  > done | fold | grep -v ';main 1$'
  collapse-perf: no symbols for 2 of 66 files, 3 % of 66 samples (largest: 64: no such file); --debug-dir or --debuginfod may have it
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  p-64;[64] 1
  p-65;[65] 1

# recording-perf-map-own
needs: python3 linux
a perf map in /tmp is used if it is the recorded process's

  $ map=/tmp/perf-$$.map
  $ fold() # [WORD=VALUE...] <LINES
  > {
  > 	sed "s/PID/$$/" | python3 -B "$TESTS/system/recordings/maps.py" a.data "$@"
  > 	collapse-perf --no-header ${option-} a.data 2>&1 | sed "s/perf-$$/perf-PID/"
  > }
  $ once() { printf '%s\n' "begin PID p" "at 40" "map PID 0x1000 //anon" "at 60" "hit PID 0x1010" | fold around=$made "$@"; }
  $ made=$map
  $ echo "1000 20 jitted" >$map
  $ once
  p;jitted 1
  $ once host=no-such-host
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: perf-PID.map: recorded on another machine); --symfs takes the recorded files, --trust-files those of this machine
  p;[perf-PID.map] 1
  $ echo "== written before the process began"
  == written before the process began
  $ made=$PWD/now
  $ touch -d 2001-01-01 $map
  $ touch now
  $ once
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: perf-PID.map: its perf map is of another process)
  p;[perf-PID.map] 1
  $ option=--trust-files once
  p;jitted 1
  $ echo "== a link; a file of another user"
  == a link; a file of another user
  $ echo "1000 20 jitted" >target
  $ ln -sf "$PWD/target" $map
  $ once
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: perf-PID.map: no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)
  p;[perf-PID.map] 1
  $ rm $map
  $ once
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: perf-PID.map: no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)
  p;[perf-PID.map] 1
  $ echo "1000 20 jitted" >$map
  $ chown 12345 $map 2>/dev/null || rm $map
  $ once | sed 's/belongs to another user); run as its owner/no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)/'
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: perf-PID.map: no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)
  p;[perf-PID.map] 1
  $ rm -f $map
  $ echo "== written by the second or the first process of that number"
  == written by the second or the first process of that number
  $ echo "1000 20 jitted" >$map
  $ fold around=$map <<END
  > begin PID first
  > map PID 0x1000 //anon
  > hit PID 0x1010
  > at 20
  > end PID
  > at 31
  > begin PID second
  > map PID 0x1000 //anon
  > hit PID 0x1010
  > END
  collapse-perf: no symbols for 1 of 1 files, 50 % of 2 samples (largest: perf-PID.map: its perf map is of another process)
  first;[perf-PID.map] 1
  second;jitted 1
  $ fold around=$map <<END
  > begin PID first
  > map PID 0x1000 //anon
  > hit PID 0x1010
  > at 60
  > end PID
  > begin PID second
  > map PID 0x1000 //anon
  > at 61
  > hit PID 0x1010
  > END
  collapse-perf: no symbols for 1 of 1 files, 50 % of 2 samples (largest: perf-PID.map: its perf map is of another process)
  first;jitted 1
  second;[perf-PID.map] 1
  $ rm $map

# recording-kernel-list
needs: python3
the kernel may be elsewhere than in the list of its symbols, by as much as its reference symbol; its modules are where they are

  $ cat >list <<END
  > ffffffff80e00000 T _text
  > ffffffff80e00100 T helper
  > ffffffff80e10000 T far
  > ffffffffc0000100 t mod_work	[demo_mod]
  > END
  $ fold() # LIST <LINES
  > {
  > 	python3 -B "$TESTS/system/recordings/maps.py" a.data
  > 	collapse-perf --no-header --kallsyms "$1" a.data 2>&1
  > }
  $ fold list <<END
  > kernel 0xffffffff81000000 [kernel.kallsyms]_text
  > kernel 0xffffffffc0000000 [demo_mod]
  > bpf 0xffffffffc0800000 bpf_prog_1234_demo
  > begin 1 start
  > hit 1 0xffffffff81000000
  > begin 2 second
  > hit 2 0xffffffff81000100
  > begin 3 where-it-was
  > hit 3 0xffffffff80e00110
  > begin 4 beyond-its-map
  > hit 4 0xffffffff81010010
  > begin 5 beyond-its-symbols
  > hit 5 0xffffffff81020010
  > begin 7 module
  > hit 7 0xffffffffc0000110
  > begin 8 in-front
  > hit 8 0xffffffffc0000010
  > begin 9 bpf
  > hit 9 0xffffffffc0800010
  > END
  beyond-its-map;far 1
  beyond-its-symbols;[unknown] 1
  bpf;bpf_prog_1234_demo 1
  in-front;[[demo_mod]] 1
  module;mod_work 1
  second;helper 1
  start;_text 1
  where-it-was;[unknown] 1
  $ fold list <<END
  > kernel 0xffffffff81000000 [kernel.kallsyms]_text
  > kernel 0xffffffffc0000000 /lib/modules/6.1/a.ko/demo-mod.ko.xz
  > kernel 0xffffffffc0100000 /lib/modules/6.1/other-mod.ko
  > begin 7 p
  > hit 7 0xffffffffc0000110
  > hit 7 0xffffffffc0100110
  > END
  p;[[other_mod]] 1
  p;mod_work 1
  $ echo "== without that symbol it does not move"
  == without that symbol it does not move
  $ fold list <<END
  > kernel 0xffffffff80000000 [kernel.kallsyms]_missing size=0x2000000
  > begin 7 p
  > hit 7 0xffffffff80e00110
  > END
  p;helper 1
  $ echo "== lists without symbols"
  == lists without symbols
  $ echo "0000000000000000 T _text" >zeros
  $ echo nothing >nothing
  $ for list in zeros nothing; do
  > 	fold $list <<END
  > kernel 0xffffffff81000000 [kernel.kallsyms]_text
  > begin 7 p
  > hit 7 0xffffffff81000010
  > END
  > done
  collapse-perf: zeros: all addresses are 0
  p;[[kernel.kallsyms]] 1
  collapse-perf: nothing: no symbols of a kernel
  p;[[kernel.kallsyms]] 1
  $ echo "== no sample asked for them"
  == no sample asked for them
  $ fold nothing <<END
  > kernel 0xffffffff81000000 [kernel.kallsyms]_text
  > begin 7 p
  > hit 7 0x400010
  > END
  p;[unknown] 1

# recording-vdso
needs: python3 linux native
our own vdso is that of a recording by the same kernel

  $ fold() # [WORD=VALUE...]
  > {
  > 	{
  > 		echo begin 7 p
  > 		echo "map 7 0x10000 [vdso]"
  > 		at=65536
  > 		while [ $at -lt 73728 ]; do
  > 			echo "hit 7 $at"
  > 			at=$((at + 16))
  > 		done
  > 	} | python3 -B "$TESTS/system/recordings/maps.py" a.data "$@"
  > 	collapse-perf --no-header ${option-} a.data 2>&1 | sed '/^collapse-perf/d; s/;__.*/;some/; s/ [0-9]*$//' | sort -u
  > }
  $ fold
  p;[[vdso]]
  $ fold release=no-such-release
  p;[[vdso]]
  $ fold "release=$(uname -r)"
  p;[[vdso]]
  p;some
  $ option="--symfs ." fold "release=$(uname -r)"
  p;[[vdso]]

# recording-shared-files
needs: python3 ulimit
a file is read once, under all its names; so are perf maps of several processes that are one file

  $ mkdir -p opt tmp
  $ python3 -B - >lines <<END
  > import os, sys
  > sys.path.insert(0, os.environ["TESTS"] + "/system/recordings")
  > from symbols import FUNCTION, GLOBAL, elf
  > with open("opt/demo", "wb") as file:
  > 	file.write(elf([("function_%d_" % i + "x" * 400, 0x1000 + i, 1, GLOBAL, FUNCTION) for i in range(3000)]))
  > with open("tmp/perf-1000.map", "w") as file:
  > 	file.writelines("%x 1 made_%d_%s\n" % (0x900000 + i, i, "y" * 400) for i in range(3000))
  > for pid in range(1000, 1200):
  > 	os.link("opt/demo", "opt/demo-%d" % pid)
  > 	if pid > 1000:
  > 		os.link("tmp/perf-1000.map", "tmp/perf-%d.map" % pid)
  > 	print("begin %d p\nmap %d 0x400000 /opt/demo-%d offset=0x1000\nhit %d 0x400123" % (pid, pid, pid, pid))
  > 	print("map %d 0x900000 //anon\nhit %d 0x900123" % (pid, pid))
  > END
  $ python3 -B "$TESTS/system/recordings/maps.py" a.data <lines
  $ collapse-perf -j 1 --max-memory 80M --no-header --symfs . a.data | sed 's/[xy]*\(_[j]\)* \([0-9]*\)$/ \2/'
  p;function_291_ 200
  p;made_291_ 200

# recording-map-files
needs: python3 linux
a path may have been several files

  $ python3 -B "$TESTS/system/recordings/identity.py" program program
  $ program=$(pwd -P)/program
  $ fold() # [WORD=VALUE...] <LINES
  > {
  > 	sed "s:PROGRAM:$program offset=0x1000 size=0x1000:" | python3 -B "$TESTS/system/recordings/maps.py" a.data "$@"
  > 	collapse-perf --no-header ${option-} a.data 2>&1
  > }
  $ echo "== the file is of the second 50"
  == the file is of the second 50
  $ fold around=program <<END
  > at 49
  > begin 7 before
  > map 7 0x400000 PROGRAM
  > hit 7 0x400010
  > END
  collapse-perf: no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  before;[program] 1
  $ fold around=program <<END
  > at 51
  > begin 7 after
  > map 7 0x400000 PROGRAM
  > hit 7 0x400010
  > END
  after;main 1
  $ fold around=program <<END
  > at 49
  > begin 7 first
  > map 7 0x400000 PROGRAM device=4095:0 inode=1
  > hit 7 0x400010
  > at 51
  > begin 8 second
  > map 8 0x400000 PROGRAM device=4095:0 inode=2
  > hit 8 0x400010
  > END
  collapse-perf: no symbols for 1 of 1 files, 50 % of 2 samples (largest: program: replaced since it was recorded); --symfs takes the recorded files, --trust-files those of this machine
  first;[program] 1
  second;main 1
  $ echo "== one file, of which a build is recorded that it is not"
  == one file, of which a build is recorded that it is not
  $ option=--trust-files fold <<END
  > begin 7 without
  > map 7 0x400000 PROGRAM
  > hit 7 0x400010
  > begin 8 with
  > map 8 0x500000 PROGRAM id=07
  > hit 8 0x500010
  > END
  collapse-perf: no symbols for 1 of 1 files, 50 % of 2 samples (largest: program: build id differs); --debug-dir or --debuginfod may have the recorded build
  with;[program] 1
  without;main 1
  $ echo "== more than anyone records"
  == more than anyone records
  $ i=1
  $ while [ $i -lt 400 ]; do
  > 	[ $i -gt 1 ] || echo "at 60"
  > 	echo "begin $i p-$((i > 256))"
  > 	echo "map $i 0x400000 PROGRAM device=8:0 inode=$i"
  > 	echo "hit $i 0x400010"
  > 	i=$((i + 1))
  > done | fold around=program
  collapse-perf: no symbols for 1 of 1 files, 35 % of 399 samples (largest: program: too many files have had its path)
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  p-0;main 256
  p-1;[program] 143

# recording-fields
needs: python3
samples with every field there is; those that end within, or say that they have more than they have, are damaged

  $ python3 -B "$TESTS/system/recordings/sample_fields.py" .
  $ fold() { collapse-perf --no-header --symfs . "$@" 2>&1; }
  $ fold --labels cpu,cgroup,tid,event --event-filter cycles --event-filter instructions good.data
  @cgroup=77;@cpu=6;@event=cycles;@tid=3;demo;[unknown];[unknown] 80
  @cgroup=77;@cpu=6;@event=instructions;@tid=3;demo;[unknown];[unknown] 81
  $ fold --list-events good.data
  cycles 1 80
  instructions 1 81
  $ fold short.data
  collapse-perf: skipped 49 damaged samples
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  demo;[unknown];[unknown] 80
  $ fold counts.data
  collapse-perf: skipped 25 damaged samples
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  demo;[unknown];[unknown] 80
  $ echo "== ids and trailers"
  == ids and trailers
  $ fold --labels event one.data
  collapse-perf: no call chains: record with perf record -g
  @event=cycles;demo;[unknown] 55
  $ fold --labels event no-ids.data
  collapse-perf: no call chains: record with perf record -g
  @event=cycles;demo;[unknown] 55
  $ fold --stats --labels event --event-filter '*' untimed.data | grep -v ' lines, '
  collapse-perf: untimed.data: 560 bytes, 3 SAMPLE, 4 of perf's own
  collapse-perf: no call chains: record with perf record -g
  @event=cycles;:3;[unknown] 2
  @event=instructions;:3;[unknown] 1
  $ fold trailers.data
  collapse-perf: no call chains: record with perf record -g
  first;[unknown] 1
  secondly;[unknown] 1

# recording-containers
needs: python3
what is in front of, between and after the records: it is skipped, counted, or it ends the recording

  $ python3 -B - <<END
  > import os, struct, sys
  > sys.path.insert(0, os.environ["TESTS"] + "/system/recordings")
  > from symbols import record, recording
  >
  > def sample(ip):
  > 	return record(9, struct.pack("<QIIQQQQ", ip, 7, 7, 1, 2, 2 ** 64 - 512, ip))
  >
  > def write(name, data):
  > 	with open(name + ".data", "wb") as file:
  > 		file.write(data)
  >
  > def patched(at, value):
  > 	return whole[:at] + struct.pack("<Q", value) + whole[at + 8:]
  >
  > whole = recording([], [], sample(1) + sample(2))
  > aux = record(70, struct.pack("<I4x", 1)) + record(71, struct.pack("<Q32x", 10000)) + bytes(10000)
  > write("01-aux", recording([], [], sample(1) + record(66, struct.pack("<I", 5)) + bytes(8) + aux + sample(2)))
  > write("02-aux-cut", recording([], [], sample(1) + aux)[:-80])
  > write("02-cut-between", whole[:-len(sample(2))])
  > write("03-unknown", recording([], [], sample(1) + record(40, b"") + record(4711, b"") + sample(2)))
  > write("03-unknown-alone", whole[:48] + struct.pack("<Q", 16) + whole[56:232] + record(40, b"") + record(4711, b""))
  > write("04-killed", patched(48, 0))
  > write("05-other-bytes", whole + b"PERFILE3, and more")
  > write("06-no-recording", whole + b"PERFILE2, and more")
  > write("06-two", whole + whole)
  > pipe = struct.pack("<QQ", 0x32454C4946524550, 16) + record(64, whole[104:216] + struct.pack("<Q", 7))
  > write("06-two-pipes", (pipe + sample(1)) * 2)
  > write("06-pipe-named-late", pipe + record(68, b"") + record(78, struct.pack("<QQ8s", 2, 7, b"named")) + sample(1))
  > for size in 0, 4, 7, 12:
  > 	write("07-size-%d" % size, recording([], [], sample(1) + struct.pack("<IHH", 9, 2, size) + bytes(100) + sample(2)))
  > write("08-header-96", patched(8, 96))
  > write("09-attributes-of-64", patched(16, 64))
  > write("10-attributes-beyond", patched(24, 2 ** 64 - 8))
  > write("11-attributes-many", patched(32, 2 ** 40))
  > write("12-attributes-none", patched(32, 0))
  > write("13-attributes-cut", patched(32, 127))
  > write("14-records-beyond", patched(40, 2 ** 40))
  > write("15-records-of-perf-alone", whole[:48] + struct.pack("<Q", 8) + whole[56:232] + record(68, b""))
  > write("15-pipe-without-attributes", struct.pack("<QQ", 0x32454C4946524550, 16) + record(5, bytes(8)))
  > for count in 65536, 65537:
  > 	table = (struct.pack("<II", 1, 64) + bytes(72)) * count
  > 	head = struct.pack("<7Q", 0x32454C4946524550, 104, 80, 104, len(table), 104 + len(table), 16).ljust(104, b"\0")
  > 	write("16-attributes-%d" % count, head + table + record(5, bytes(8)))
  > END
  $ for file in *.data; do
  > 	echo "== $file"
  > 	collapse-perf --no-header --labels event --stats --symfs . $file >out 2>file.said
  > 	echo "exit $?"
  > 	cat out
  > 	sed '/ lines, /d' file.said
  > 	cat $file | collapse-perf --no-header --labels event --stats --symfs . >out 2>pipe.said
  > 	sed "s/standard input/$file/" pipe.said | diff file.said - | sed '/^[0-9-]/d; / lines, /d'
  > done
  == 01-aux.data
  exit 0
  @event=cpu-clock;demo;[unknown] 2
  collapse-perf: 01-aux.data: 10000 bytes of Intel PT not decoded
  collapse-perf: 01-aux.data: 10452 bytes, 1 COMM, 2 SAMPLE, 3 of perf's own
  == 02-aux-cut.data
  exit 0
  @event=cpu-clock;demo;[unknown] 1
  collapse-perf: 02-aux-cut.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 02-aux-cut.data: 10000 bytes of Intel PT not decoded
  collapse-perf: 02-aux-cut.data: 10296 bytes, 1 COMM, 1 SAMPLE, 2 of perf's own
  == 02-cut-between.data
  exit 0
  @event=cpu-clock;demo;[unknown] 1
  collapse-perf: 02-cut-between.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 02-cut-between.data: 312 bytes, 1 COMM, 1 SAMPLE
  == 03-unknown-alone.data
  exit 1
  collapse-perf: 03-unknown-alone.data: 248 bytes, 2 unknown
  collapse-perf: no samples in the recording
  == 03-unknown.data
  exit 0
  @event=cpu-clock;demo;[unknown] 2
  collapse-perf: 03-unknown.data: 384 bytes, 1 COMM, 2 SAMPLE, 2 unknown
  == 04-killed.data
  exit 0
  @event=cpu-clock;demo;[unknown] 2
  collapse-perf: 04-killed.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 04-killed.data: 368 bytes, 1 COMM, 2 SAMPLE
  == 05-other-bytes.data
  exit 0
  @event=cpu-clock;demo;[unknown] 2
  collapse-perf: 05-other-bytes.data: 386 bytes, 1 COMM, 2 SAMPLE
  == 06-no-recording.data
  exit 0
  @event=cpu-clock;demo;[unknown] 2
  collapse-perf: 06-no-recording.data: 368 bytes, 1 COMM, 2 SAMPLE
  collapse-perf: 06-no-recording.data, recording 2: not a header of perf.data: its size is 8029109326392139820 instead of 16 or 104
  == 06-pipe-named-late.data
  exit 0
  @event=named;:7;[unknown] 1
  collapse-perf: 06-pipe-named-late.data: 240 bytes, 1 SAMPLE, 3 of perf's own
  == 06-two-pipes.data
  exit 0
  @event=cpu-clock;:7;[unknown] 2
  collapse-perf: 06-two-pipes.data: 200 bytes, 1 SAMPLE, 1 of perf's own
  collapse-perf: 06-two-pipes.data, recording 2: 200 bytes, 1 SAMPLE, 1 of perf's own
  == 06-two.data
  exit 0
  @event=cpu-clock;demo;[unknown] 4
  collapse-perf: 06-two.data: 368 bytes, 1 COMM, 2 SAMPLE
  collapse-perf: 06-two.data, recording 2: 368 bytes, 1 COMM, 2 SAMPLE
  == 07-size-0.data
  exit 0
  @event=cpu-clock;demo;[unknown] 1
  collapse-perf: 07-size-0.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 07-size-0.data: 476 bytes, 1 COMM, 1 SAMPLE
  == 07-size-12.data
  exit 0
  @event=cpu-clock;demo;[unknown] 1
  collapse-perf: 07-size-12.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 07-size-12.data: 476 bytes, 1 COMM, 1 SAMPLE
  == 07-size-4.data
  exit 0
  @event=cpu-clock;demo;[unknown] 1
  collapse-perf: 07-size-4.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 07-size-4.data: 476 bytes, 1 COMM, 1 SAMPLE
  == 07-size-7.data
  exit 0
  @event=cpu-clock;demo;[unknown] 1
  collapse-perf: 07-size-7.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: 07-size-7.data: 476 bytes, 1 COMM, 1 SAMPLE
  == 08-header-96.data
  exit 1
  collapse-perf: 08-header-96.data: not a header of perf.data: its size is 96 instead of 16 or 104
  == 09-attributes-of-64.data
  exit 1
  collapse-perf: 09-attributes-of-64.data: damaged: the attributes are too short
  == 10-attributes-beyond.data
  exit 1
  collapse-perf: 10-attributes-beyond.data: ends within the table of attributes
  == 11-attributes-many.data
  exit 1
  collapse-perf: 11-attributes-many.data: ends within the table of attributes
  == 12-attributes-none.data
  exit 1
  collapse-perf: 12-attributes-none.data: has no attributes of events
  == 13-attributes-cut.data
  exit 1
  collapse-perf: 13-attributes-cut.data: has no attributes of events
  == 14-records-beyond.data
  exit 1
  collapse-perf: 14-records-beyond.data: has no whole record
  == 15-pipe-without-attributes.data
  exit 1
  collapse-perf: 15-pipe-without-attributes.data: has no attributes of events
  == 15-records-of-perf-alone.data
  exit 1
  collapse-perf: 15-records-of-perf-alone.data: 240 bytes, 1 of perf's own
  collapse-perf: no samples in the recording
  == 16-attributes-65536.data
  exit 1
  collapse-perf: 16-attributes-65536.data: 5243000 bytes, 1 THROTTLE
  collapse-perf: no samples in the recording
  == 16-attributes-65537.data
  exit 1
  collapse-perf: 16-attributes-65537.data: more than 65536 attributes of events

# recording-inlined
needs: python3 gzip zstd libstdc++
functions inlined at addresses of a recording: all versions and forms of debugging information say the same, damaged ones nothing

  $ python3 "$TESTS/system/recordings/inlines.py" .
  $ fold() # KIND [OPTION...]
  > {
  > 	kind=$1
  > 	shift
  > 	collapse-perf --no-header --symfs "$kind" "$@" demo.data 2>&1
  > }
  $ fold dwarf4 --inlined --simplify none >expected
  $ cat expected
  demo;main 1
  demo;main;middle_[i] 2
  demo;main;middle_[i];geo::inner(int)_[i] 1
  demo;main;middle_[i];geo::inner(int)_[i];work 1
  demo;main;middle_[i];work 2
  demo;main;middle_[i];work;far_[i] 1
  demo;main;work;far_[i] 1
  demo;work;far_[i];main;middle_[i];geo::inner(int)_[i] 1
  demo;work;work;far_[i] 1
  $ for kind in *; do
  > 	case $kind in
  > 	bad-* | *.data | expected | jit | processor) continue ;;
  > 	esac
  > 	fold "$kind" --inlined --simplify none | cmp -s - expected || echo "$kind differs"
  > done
  $ echo "== damaged"
  == damaged
  $ fold dwarf4 --no-inline >without
  $ for kind in bad-*; do
  > 	fold "$kind" | cmp -s - without || { echo "$kind:" && fold "$kind"; }
  > done
  $ echo "== options"
  == options
  $ fold dwarf5 --all
  demo;main 1
  demo;main;middle_[i] 2
  demo;main;middle_[i];geo::inner_[i] 1
  demo;main;middle_[i];geo::inner_[i];work 1
  demo;main;middle_[i];work 2
  demo;main;middle_[i];work;far_[i] 1
  demo;main;work;far_[i] 1
  demo;work;far_[i];main;middle_[i];geo::inner_[i] 1
  demo;work;work;far_[i] 1
  $ fold dwarf5 --skip-after middle
  demo;main 1
  demo;main;work;far 1
  demo;work;work;far 1
  middle 2
  middle;geo::inner 2
  middle;geo::inner;work 1
  middle;work 2
  middle;work;far 1
  $ fold dwarf5 --skip-after main --inline
  demo;work;work;far 1
  main 1
  main;middle 2
  main;middle;geo::inner 2
  main;middle;geo::inner;work 1
  main;middle;work 2
  main;middle;work;far 1
  main;work;far 1
  $ cat without
  demo;main 4
  demo;main;work 5
  demo;work;main 1
  demo;work;work 1
  $ echo "== as others"
  == as others
  $ stackcollapse-perf.pl --symfs dwarf4 --all demo.data
  demo;main 1
  demo;main;middle 2
  demo;main;middle;geo::inner 1
  demo;main;middle;geo::inner;work 1
  demo;main;middle;work 2
  demo;main;middle;work;far 1
  demo;main;work;far 1
  demo;work;far;main;middle;geo::inner 1
  demo;work;work;far 1
  $ inferno-collapse-perf --symfs dwarf4 --all demo.data
  demo;main 1
  demo;main;middle 2
  demo;main;middle;geo::inner 1
  demo;main;middle;geo::inner;work 1
  demo;main;middle;work 2
  demo;main;middle;work;far 1
  demo;main;work;far 1
  demo;work;far;main;middle;geo::inner 1
  demo;work;work;far 1
  $ echo "== the same of text, with lines"
  == the same of text, with lines
  $ for kind in dwarf2 dwarf3 dwarf4 dwarf5 wide5 indexed big5 zlib; do
  > 	{
  > 		echo 'demo 7/7 [000] 1.0: 10 cycles:'
  > 		printf '\t1014 main+0x14 (%s)\n\n' "$PWD/$kind/opt/demo"
  > 		echo 'demo 7/7 [000] 1.0: 10 cycles:'
  > 		printf '\t1120 work+0x20 (%s)\n\n' "$PWD/$kind/opt/demo"
  > 	} | collapse-perf --no-header --inline --context
  > done | sort | uniq -c | sed 's/^ *//'
  8 demo;main:demo.cc:7;middle;geo::inner:demo.cc:11 10
  8 demo;work:far.cc:21 10

# recording-jitdump
needs: python3
a dump of a just-in-time compiler that the recording maps: its functions, the last of several, those that moved; cut; none

  $ python3 "$TESTS/system/recordings/inlines.py" .
  $ collapse-perf --no-header --jit --symfs jit jit.data
  demo;[perf-7.map]_[j] 1
  demo;demo.App.outer_[j];again_[j] 1
  demo;demo.App.outer_[j];demo.App.outer_[j] 1
  $ head -c 150 jit/tmp/jit-7.dump >cut && mv cut jit/tmp/jit-7.dump
  $ collapse-perf --no-header --jit --symfs jit jit.data
  demo;[perf-7.map]_[j] 1
  demo;[perf-7.map]_[j];[perf-7.map]_[j] 1
  demo;[perf-7.map]_[j];first_[j] 1
  $ rm jit/tmp/jit-7.dump
  $ collapse-perf --no-header --jit --symfs jit jit.data
  demo;[perf-7.map]_[j] 1
  demo;[perf-7.map]_[j];[perf-7.map]_[j] 2
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 100 % of 3 samples (largest: perf-7.map: no perf map); its compiler writes one if told to (node --perf-basic-prof, python3 -X perf)

# recording-jitdump-times
needs: python3
code that comes, moves and is covered while a program runs: by the times of samples where the clock is the dump's; from the
start where it is not; threads and pipes give the same

  $ python3 "$TESTS/system/recordings/inlines.py" .
  $ collapse-perf --no-header --jit --symfs jit jit-monotonic.data
  demo;[perf-8.map]_[j];[perf-8.map]_[j] 2
  demo;[perf-8.map]_[j];first_[j] 2
  demo;outer_[j];[perf-8.map]_[j] 1
  demo;outer_[j];again_[j] 3
  demo;outer_[j];first_[j] 6
  $ for threads in 1 3; do
  > 	cat jit-monotonic.data | collapse-perf -j $threads --no-header --jit --symfs jit | cksum
  > done
  302138122 163
  302138122 163
  $ collapse-perf --no-header --jit --symfs jit jit-monotonic.data | cksum
  302138122 163
  $ collapse-perf --no-header --jit --symfs jit --time ,0.000002 jit-monotonic.data
  demo;[perf-8.map]_[j];[perf-8.map]_[j] 2
  demo;[perf-8.map]_[j];first_[j] 2
  demo;outer_[j];[perf-8.map]_[j] 1
  demo;outer_[j];first_[j] 2
  $ for other in '--symfs jit jit-other-clock.data' '--symfs jit jit-no-clock.data' '--symfs jit/processor jit-monotonic.data'; do
  > 	echo "# $other"
  > 	collapse-perf --no-header --jit $other
  > done
  # --symfs jit jit-other-clock.data
  demo;outer_[j];again_[j] 10
  demo;outer_[j];first_[j] 4
  # --symfs jit jit-no-clock.data
  demo;outer_[j];again_[j] 10
  demo;outer_[j];first_[j] 4
  # --symfs jit/processor jit-monotonic.data
  demo;outer_[j];again_[j] 10
  demo;outer_[j];first_[j] 4

# recording-labels
needs: python3 xz
a symbol without a size names no address inside of a function that has one, wherever the symbols are

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ for place in symtab dynsym mini debug; do
  > 	collapse-perf --no-header --symfs "$place" labels.data >"$place.folded" || exit
  > 	cmp -s symtab.folded "$place.folded" || { echo "$place:" && cat "$place.folded"; }
  > done
  $ cat symtab.folded
  demo;[demo] 1
  demo;alone 1
  demo;assembled 2
  demo;cancel 4
  demo;entry 1
  demo;last 1
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 10 % of 10 samples (largest: demo: only exported functions have names); its -dbgsym or -debuginfo package may have the others

# recording-list-events
needs: python3
symbols do not matter to a list of events: none is read, and none is missing

  $ python3 "$TESTS/system/recordings/symbols.py" .
  $ collapse-perf --list-events --symfs . events.data
  cpu-clock 2 2
  $ collapse-perf --list-events --symfs . -j 1 events.data
  cpu-clock 2 2
  $ collapse-perf --list-events --kallsyms nosuch events.data
  cpu-clock 2 2

# recording-made-code
needs: python3
stacks through code that a compiler made, by the unwinding information of its dump, whatever place it was written for

  $ python3 "$TESTS/system/recordings/stacks.py" .
  $ for arch in x86_64 i386 aarch64 aarch64_be arm riscv64; do
  > 	echo "== $arch"
  > 	collapse-perf --no-header --symfs $arch made-$arch.data 2>&1
  > done
  == x86_64
  demo;_start;main;work 1
  demo;_start;main;work;leaf 1
  == i386
  demo;_start;main;work 1
  demo;_start;main;work;leaf 1
  == aarch64
  demo;_start;main;leaf 1
  demo;_start;main;work 1
  == aarch64_be
  demo;_start;main;leaf 1
  demo;_start;main;work 1
  == arm
  demo;_start;main;leaf 1
  demo;_start;main;work 1
  == riscv64
  collapse-perf: skipped 2 stacks of a processor that cannot be unwound
  demo;leaf 1
  demo;work 1
  $ echo "== replaced while it was recorded"
  == replaced while it was recorded
  $ collapse-perf --no-header --symfs again made-again.data 2>&1
  demo;_start;leaf 3
  demo;_start;main 2
  $ echo "== cut dumps"
  == cut dumps
  $ size=$(wc -c <x86_64/tmp/jit-7.dump)
  $ cp x86_64/tmp/jit-7.dump dump
  $ while [ "$size" -gt 8 ]; do
  > 	size=$((size - 7))
  > 	head -c "$size" dump >x86_64/tmp/jit-7.dump
  > 	collapse-perf --no-header --symfs x86_64 made-x86_64.data 2>/dev/null || echo "$size: exit $?"
  > done | sort | uniq -c | sed 's/^ *//'
  76 demo;[perf-7.map];[perf-7.map] 2
  60 demo;_start;main;[perf-7.map] 1
  61 demo;_start;main;[perf-7.map] 2
  105 demo;_start;main;work 1
  45 demo;_start;main;work;leaf 1
  $ echo "== a stream that was kept, which has ended; one that may still be recorded"
  == a stream that was kept, which has ended; one that may still be recorded
  $ rm -rf here && mkdir here && python3 "$TESTS/system/recordings/stacks.py" here
  $ collapse-perf --no-header --trust-files here/made-here.data 2>&1
  demo;[demo];main;work 1
  demo;[demo];main;work;leaf 1
  $ cat here/made-here.data | collapse-perf --no-header --trust-files 2>&1
  demo;main;leaf 1
  demo;main;work 1
  $ echo "== processes that make code"
  == processes that make code
  $ collapse-perf --code-processes processes here/made-here.data >/dev/null 2>&1; cat processes
  7

# recording-old
needs: python3
recordings of old versions: perf until 3.3 wrote another magic; kernels before 2.6.38 gave times to samples alone

  $ . "$INPUTS/recording-forms.sh"
  $ forms new
  == new\x20 (esc)
  demo;[demo] 1
  demo;[demo];[library] 1
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  $ forms old
  == old\x20 (esc)
  demo;[demo] 1
  demo;[demo];[library] 1
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  $ forms oldest
  == oldest\x20 (esc)
  demo;[demo] 1
  demo;[demo];[library] 1
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  $ forms untimed
  == untimed\x20 (esc)
  first;[first] 1
  second;[second] 1
  third;[third] 1
  collapse-perf: no symbols for 3 of 3 files, 100 % of 3 samples (largest: first: no such file); --symfs may have it
  $ echo "== by others"
  == by others
  $ collapse-guess old-big.pipe
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0s
  # flambeau: samples=2
  # flambeau: unnamed=2
  demo;[demo] 1
  demo;[demo];[library] 1
  $ flamegraph <old.data || echo "exit $?"
  exit 1
  $ cat err
  collapse-guess: old-big.pipe looks like perf
  collapse-guess: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  flamegraph: standard input: this is a recording of perf (perf.data); try: ... | collapse-perf | flamegraph > out.svg

# recording-options-of-text
options that only text knows are errors with a recording

  $ { printf 'PERFILE2\150\0\0\0\0\0\0\0'; head -c 100 /dev/zero; } >perf.data
  $ stackcollapse-perf.pl --srcline perf.data
  [1]
  $ stackcollapse-perf.pl --inline --context perf.data
  [1]
  $ stackcollapse-perf.pl --srcline <perf.data
  [1]
  $ cat err
  stackcollapse-perf.pl: --srcline is for the text of perf script, not for its recordings
  stackcollapse-perf.pl: --context is for the text of perf script, not for its recordings
  stackcollapse-perf.pl: --srcline is for the text of perf script, not for its recordings

# recording-options-with-text
options that only recordings know are errors with text

  $ for option in --no-inline "--symfs ." "--debug-dir ." --debuginfod --trust-files "--kallsyms no-file" "--vmlinux no-file"; do
  > 	collapse-perf $option "$FIXTURES/perf/cxx-fp.txt" 2>&1 | sed "s,$FIXTURES,fixtures,g"
  > 	collapse-perf $option <"$FIXTURES/perf/cxx-fp.txt" 2>&1
  > done
  collapse-perf: --no-inline is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --no-inline is for a recording of perf, and standard input is text
  collapse-perf: --symfs is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --symfs is for a recording of perf, and standard input is text
  collapse-perf: --debug-dir is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --debug-dir is for a recording of perf, and standard input is text
  collapse-perf: --debuginfod is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --debuginfod is for a recording of perf, and standard input is text
  collapse-perf: --trust-files is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --trust-files is for a recording of perf, and standard input is text
  collapse-perf: --kallsyms is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --kallsyms is for a recording of perf, and standard input is text
  collapse-perf: --vmlinux is for a recording of perf, and fixtures/perf/cxx-fp.txt is text
  collapse-perf: --vmlinux is for a recording of perf, and standard input is text
  [1]

# recording-outside
needs: python3
perf in a pid namespace gives pid 0 to all that runs outside: it is no process, and idle tasks are none of it

  $ . "$INPUTS/recording-forms.sh"
  $ forms outside
  == outside\x20 (esc)
  :-1;[[kernel.kallsyms]] 1
  :8;[unknown] 1
  [outside the namespace];[unknown] 3
  [outside the namespace];[unknown];[[kernel.kallsyms]] 2
  inside;[inside] 1
  swapper;[[kernel.kallsyms]] 3
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ forms outside-flat
  == outside-flat\x20 (esc)
  :-1;[[kernel.kallsyms]] 1
  :8;[unknown] 1
  [outside the namespace];[unknown] 3
  inside;[inside] 1
  swapper;[[kernel.kallsyms]] 5
  collapse-perf: RECORDING: 3 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: no call chains: record with perf record -g
  $ forms outside --pid
  == outside --pid
  :-1--1;[[kernel.kallsyms]] 1
  :8-8;[unknown] 1
  [outside the namespace]-0;[unknown] 3
  [outside the namespace]-0;[unknown];[[kernel.kallsyms]] 2
  inside-7;[inside] 1
  swapper-0;[[kernel.kallsyms]] 3
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ forms outside --comm docker
  == outside --comm docker
  collapse-perf: no stacks: none of 11 samples was selected
  collapse-perf: --comm can select: [outside the namespace] (5), swapper (3), :-1 (1), :8 (1), inside (1)
  $ forms outside --comm outside --tid
  == outside --comm outside --tid
  [outside the namespace]-0/0;[unknown] 3
  [outside the namespace]-0/0;[unknown];[[kernel.kallsyms]] 2
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ forms outside --pid-filter 0
  == outside --pid-filter 0
  [outside the namespace];[unknown] 3
  [outside the namespace];[unknown];[[kernel.kallsyms]] 2
  swapper;[[kernel.kallsyms]] 3
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ forms outside --labels pid,comm
  == outside --labels pid,comm
  @comm=:-1;:-1;[[kernel.kallsyms]] 1
  @comm=:8;@pid=8;:8;[unknown] 1
  @comm=[outside the namespace];@pid=0;[outside the namespace];[unknown] 3
  @comm=[outside the namespace];@pid=0;[outside the namespace];[unknown];[[kernel.kallsyms]] 2
  @comm=inside;@pid=7;inside;[inside] 1
  @comm=swapper;@pid=0;swapper;[[kernel.kallsyms]] 3
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ forms outside --list-labels
  == outside --list-labels
  time 1
  comm 5
  event 1
  pid 3
  tid 3
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ echo "== as others"
  == as others
  $ stackcollapse-perf.pl --symfs root --pid outside.data
  :-1-?;[[kernel.kallsyms]] 1
  :8-?;[unknown] 1
  [outside_the_namespace]-? 1
  [outside_the_namespace]-?;[unknown] 2
  [outside_the_namespace]-?;[unknown];[[kernel.kallsyms]] 2
  inside-?;[inside] 1
  swapper-?;[[kernel.kallsyms]] 3
  $ inferno-collapse-perf --symfs root outside.data
  :-1;[[kernel.kallsyms]] 1
  :8;[unknown] 1
  [outside_the_namespace];[unknown] 3
  [outside_the_namespace];[unknown];[[kernel.kallsyms]] 2
  inside;[inside] 1
  swapper;[[kernel.kallsyms]] 3
  $ echo "== others"
  == others
  $ collapse-perf --symfs root --stats outside.data 2>&1 | grep -v -e ' s,' -e MB
  collapse-perf: outside.data: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: outside.data: 1608 bytes, 4 MMAP, 4 COMM, 1 EXIT, 3 FORK, 11 SAMPLE
  collapse-perf: [kernel.kallsyms]: of a kernel that the recording does not name, 6 samples
  collapse-perf: /opt/inside: no such file, 1 samples
  collapse-perf: kept 1 call chain without addresses, shown as one function
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0s
  # flambeau: samples=11
  # flambeau: unnamed=11
  :-1;[[kernel.kallsyms]] 1
  :8;[unknown] 1
  [outside the namespace];[unknown] 3
  [outside the namespace];[unknown];[[kernel.kallsyms]] 2
  inside;[inside] 1
  swapper;[[kernel.kallsyms]] 3
  $ cat outside.pipe outside-big.pipe | collapse-perf --symfs root --live 100s | grep outside
  [outside the namespace];[unknown] 6
  [outside the namespace];[unknown];[[kernel.kallsyms]] 4
  $ cat err
  stackcollapse-perf.pl: outside.data: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  stackcollapse-perf.pl: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  stackcollapse-perf.pl: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  inferno-collapse-perf: outside.data: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  inferno-collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  inferno-collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  inferno-collapse-perf: kept 1 call chain without addresses, shown as one function
  collapse-perf: standard input: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: standard input, recording 2: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: kept 2 call chains without addresses, each shown as one function

# recording-scopes
needs: python3 libstdc++
inlined functions without linkage names have their namespaces and classes, in all versions of debugging information; not as others

  $ python3 "$TESTS/system/recordings/scopes.py" .
  $ collapse-perf --no-header --symfs dwarf5 --inlined scopes.data 2>&1 | tee expected
  demo;main;alone_[i] 1
  demo;main;in_c99_[i] 1
  demo;main;in_c_[i] 1
  demo;main;plain::Local::go_[i] 1
  demo;main;shop::(anonymous namespace)::Box::get_[i] 1
  demo;main;shop::(anonymous namespace)::Box::out_[i] 1
  demo;main;shop::(anonymous namespace)::inner_[i] 1
  demo;main;shop::Outer::Inner::deep_[i] 1
  demo;main;shop::Outer::method_[i] 1
  demo;main;shop::again_[i] 1
  demo;main;shop::run(int)::Last::go_[i] 1
  demo;main;shop::run(int)::Local::go_[i] 1
  demo;main;shop::run(int)::nested::Deep::go_[i] 1
  demo;main;shop::run(int)::{lambda}::operator()_[i] 1
  demo;main;shop::stat_[i] 1
  demo;main;shop::tget<long int>_[i] 1
  demo;main;shop::{lambda}::operator()_[i] 1
  demo;main;shop::{unnamed type}::field_[i] 1
  demo;main;typed_[i] 1
  demo;main;{unnamed type}::looped_[i] 1
  $ for kind in dwarf* siblings wide indexed big; do
  > 	collapse-perf --no-header --symfs "$kind" --inlined scopes.data 2>&1 | cmp -s - expected || echo "$kind differs"
  > done
  $ echo "== as others"
  == as others
  $ inferno-collapse-perf --symfs dwarf4 scopes.data
  demo;main;again 1
  demo;main;alone 1
  demo;main;deep 1
  demo;main;field 1
  demo;main;get 1
  demo;main;go 4
  demo;main;in_c 1
  demo;main;in_c99 1
  demo;main;inner 1
  demo;main;looped 1
  demo;main;method 1
  demo;main;operator 2
  demo;main;out 1
  demo;main;stat 1
  demo;main;tget<long int> 1
  demo;main;typed 1

# recording-several
needs: python3 gzip
recordings one after the other in a stream or a file, of any form, are read as files are: sums are added, nothing carries over

  $ python3 "$TESTS/system/recordings/records.py" .
  $ mkdir root
  $ fold() { collapse-perf --no-header --symfs root "$@"; }
  $ several() # RECORDING...
  > {
  > 	echo "== $*"
  > 	fold "$@" >expected
  > 	cat "$@" >all
  > 	fold all | cmp - expected
  > 	fold <all | cmp - expected
  > 	cat all | fold -j 3 | cmp - expected
  > 	gzip -c all | fold | cmp - expected
  > 	cat all | fold --live 10s | grep -v '^#' | cmp - expected
  > }
  $ for recordings in 'new.data exec.data' 'exec.pipe new.pipe' 'new.data old-big.pipe' 'chains-big.pipe new.data' \
  > 	'untimed.data outside.pipe outside-big.data deep.pipe untimed.pipe'; do
  > 	several $recordings 2>/dev/null
  > done
  == new.data exec.data
  == exec.pipe new.pipe
  == new.data old-big.pipe
  == chains-big.pipe new.data
  == untimed.data outside.pipe outside-big.data deep.pipe untimed.pipe
  $ cat expected | cut -c 1-60
  :-1;[[kernel.kallsyms]] 2
  :8;[unknown] 2
  [outside the namespace];[unknown] 6
  [outside the namespace];[unknown];[[kernel.kallsyms]] 4
  deep;[demo];[demo];[demo];[demo];[demo];[demo];[demo];[demo]
  deep;[demo];[demo];[demo];[demo];[demo];[demo];[demo];[demo]
  deep;[demo];[demo];[demo];[demo];[demo];[demo];[demo];[demo]
  deep;[demo];[demo];[demo];[demo];[demo];[demo];[demo];[demo]
  first;[first] 2
  inside;[inside] 2
  second;[second] 2
  swapper;[[kernel.kallsyms]] 6
  third;[third] 2
  $ echo "== one process, other programs at the same addresses"
  == one process, other programs at the same addresses
  $ several same-1.pipe same-2.pipe same-3.data 2>/dev/null
  == same-1.pipe same-2.pipe same-3.data
  $ cat expected
  demo;[1-first];[1-first] 2
  demo;[2-second];[2-second] 2
  demo;[3-third];[3-third] 2
  $ echo "== code of processes that cannot exist, whose names are looked up at the end"
  == code of processes that cannot exist, whose names are looked up at the end
  $ for pid in 4194401 4194402; do
  > 	for place in 0 1 2 3 4 5 6 7 8 9 a b c d e f; do echo "4000${place}0 10 f_$place"; done >/tmp/perf-$pid.map
  > 	echo "400100 10 main_of_$pid" >>/tmp/perf-$pid.map
  > done
  $ collapse-perf --no-header made-1.pipe made-2.pipe >files
  $ cat made-1.pipe made-2.pipe | collapse-perf --no-header | cmp - files
  $ sed -n '1p;17p' files && wc -l <files
  demo;main_of_4194401;f_0 1
  demo;main_of_4194402;f_0 1
  32
  $ rm /tmp/perf-4194401.map /tmp/perf-4194402.map
  $ echo "== messages"
  == messages
  $ fold --stats all 2>&1 >/dev/null | grep -e bytes, | grep -v lines
  collapse-perf: all: 408 bytes, 1 MMAP, 1 COMM, 2 SAMPLE, 2 of perf's own
  collapse-perf: all, recording 2: 408 bytes, 1 MMAP, 1 COMM, 2 SAMPLE, 2 of perf's own
  collapse-perf: all, recording 3: 488 bytes, 1 MMAP, 1 COMM, 2 SAMPLE
  $ head -c -8 new.pipe | cat - exec.data | fold
  demo;[demo] 1
  demo;[demo];[library] 1
  program;[child] 1
  program;[sh] 1
  program;[sh];[[kernel.kallsyms]] 1
  program;[sh];[library];[[kernel.kallsyms]] 1
  program;[unknown] 1
  program;[unknown];[program] 1
  sh;[sh] 1
  $ cat new.data exec.data >all
  $ head -c -8 all | fold >/dev/null
  $ printf PERFILE2 | cat new.pipe - | fold
  demo;[demo] 1
  demo;[demo];[library] 1
  $ printf PERFILE2 | cat new.pipe - | fold --strict
  [1]
  $ cat err
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 3 of 3 files, 57 % of 7 samples (largest: sh: no such file); --symfs may have it
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: standard input, recording 2: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 2 of 2 files, 50 % of 6 samples (largest: sh: no such file); --symfs may have it
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: standard input, recording 2: ends within the header of perf.data
  collapse-perf: no symbols for 2 of 2 files, 100 % of 2 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: standard input, recording 2: ends within the header of perf.data
  collapse-perf: no output: part of the input was not understood

# recording-shared
needs: gcc nm dwz python3
what programs share, which dwz puts into a file: beside the program, by its build id, missing, of another build

  $ . "$INPUTS/inline-own.sh"
  $ cp program other
  $ cp program plain
  $ dwz -m shared.debug program other || exit
  $ nm program >symbols
  $ python3 -B "$TESTS/system/recordings/split.py" record program $(address inner_here) $(address main_here)
  $ show()
  > {
  > 	echo "-- $1"
  > 	collapse-perf --no-header --inlined program.data
  > 	sample 0 | collapse-perf --no-header --inline --context
  > }
  $ show "beside the program"
  -- beside the program
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  $ mv shared.debug away
  $ show "missing"
  -- missing
  demo;main 1
  demo;outer 1
  program;main;outer 10
  $ cp plain shared.debug
  $ show "another one"
  -- another one
  demo;main 1
  demo;outer 1
  program;main;outer 10
  $ echo "-- in folders of --debug-dir"
  -- in folders of --debug-dir
  $ build=$(readelf -n away | sed -n 's/.*Build ID: *\(..\)/\1 /p')
  $ mkdir -p "ids/.build-id/${build% *}" flat
  $ cp away "ids/.build-id/${build% *}/${build#* }.debug"
  $ cp away flat/shared.debug
  $ for folder in ids flat; do
  > 	collapse-perf --no-header --inlined --debug-dir $folder program.data
  > done
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  $ echo "== below another root"
  == below another root
  $ id=$(readelf -n away | sed -n 's/.*Build ID: *\(..\)/\1 /p')
  $ mkdir -p "root/usr/lib/debug/.build-id/${id% *}" "root$PWD"
  $ cp away "root/usr/lib/debug/.build-id/${id% *}/${id#* }.debug"
  $ collapse-perf --no-header --inlined --symfs root program.data | sed 's/^/before: /'
  before: demo;[program] 2
  $ cp program "root$PWD/program"
  $ collapse-perf --no-header --inlined --symfs root program.data
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 100 % of 2 samples (largest: program: no such file); --symfs may have it

# recording-split
needs: gcc nm objcopy readelf python3
units that were split off: files of their own, where the compiler left them or beside the program, a package, another build

  $ . "$INPUTS/inline-own.sh"
  $ tool() { python3 -B "$TESTS/system/recordings/split.py" "$@"; }
  $ show()
  > {
  > 	echo "-- $1"
  > 	collapse-perf --no-header --inlined program.data
  > 	sample 0 | collapse-perf --no-header --inline --context
  > }
  $ for version in 4 5; do
  > 	echo "== DWARF $version"
  > 	mkdir build
  > 	(cd build && gcc -O2 -g -gdwarf-$version -gsplit-dwarf -c ../program.c) || exit
  > 	gcc -o program build/program.o && nm program >symbols || exit
  > 	tool record program $(address inner_here) $(address main_here)
  > 	show "where the compiler left it"
  > 	mv build/program.dwo .
  > 	show "beside the program"
  > 	tool package program program.dwo
  > 	mv program.dwo unit
  > 	show "in a package"
  > 	rm program.dwp
  > 	show "missing"
  > 	echo "-- in folders of --debug-dir"
  > 	mkdir -p "tree$PWD/build" flat packages
  > 	cp unit "tree$PWD/build/program.dwo"
  > 	cp unit flat/program.dwo
  > 	tool package program unit && mv program.dwp packages
  > 	for folder in tree flat packages; do
  > 		collapse-perf --no-header --inlined --debug-dir $folder program.data
  > 	done
  > 	rm -r tree flat packages
  > 	head -c 900 unit >program.dwo
  > 	show "cut"
  > 	sed 's/middle/other/' program.c >other.c
  > 	gcc -O2 -g -gdwarf-$version -gsplit-dwarf -c other.c && mv other.dwo program.dwo
  > 	show "of another build"
  > 	rm -r build program.dwo
  > done
  == DWARF 4
  -- where the compiler left it
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  -- beside the program
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  -- in a package
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  -- missing
  demo;main 1
  demo;outer 1
  program;main;outer 10
  -- in folders of --debug-dir
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  -- cut
  demo;main 1
  demo;outer 1
  program;main;outer 10
  -- of another build
  demo;main 1
  demo;outer 1
  program;main;outer 10
  == DWARF 5
  -- where the compiler left it
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  -- beside the program
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  -- in a package
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  program;main:program.c:22;outer:program.c:16;middle:program.c:11;inner:program.c:6 10
  -- missing
  demo;main 1
  demo;outer 1
  program;main;outer 10
  -- in folders of --debug-dir
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  demo;main 1
  demo;outer;middle_[i];inner_[i] 1
  -- cut
  demo;main 1
  demo;outer 1
  program;main;outer 10
  -- of another build
  demo;main 1
  demo;outer 1
  program;main;outer 10

# recording-split-many
needs: gcc objcopy readelf python3 ulimit
one file of many units that were split off is read once, and a unit belongs to one skeleton

  $ tool() { python3 -B "$TESTS/system/recordings/split.py" "$@"; }
  $ for id in '' 7; do
  > 	tool many 2000 $id && gcc -c skeletons.s && gcc -c split.s -o split.dwo || exit
  > 	gcc -nostdlib -Wl,-e,f0 -o program skeletons.o && tool every program || exit
  > 	collapse-perf -j 1 --max-memory 40M --no-header --inlined program.data >out; echo "exit $?"
  > 	wc -l <out; head -n 2 out
  > done
  exit 0
  2000
  demo;f0 1
  demo;f1 1
  exit 0
  2000
  demo;f0 1
  demo;f1 1
  $ cat err
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf

# recording-supplement
needs: g++ dwz readelf python3
type units hide no inlined function, but the class of a method that has no linkage name; nor does dwz, which moves what programs share to a file by DWARF 5's supplementary
form, but where that file is missing or another one, nothing that it would name is shown

  $ program()
  > {
  > 	g++ -O2 -pthread -o program "$TESTS/system/recordings/busy.cpp" "$@"
  > }
  $ frames()
  > {
  > 	python3 -B "$TESTS/system/recordings/split.py" every program
  > 	collapse-perf -q --no-header --inlined program.data
  > }
  $ for version in 4 5; do
  > 	echo "== DWARF $version"
  > 	program -gdwarf-$version
  > 	frames >plain
  > 	grep -c '_.i.' plain >inlined && echo "functions are inlined"
  > 	program -gdwarf-$version -fdebug-types-section
  > 	readelf -SW --debug-dump=info program | grep -q -e DW_UT_type -e ' .debug_types' && echo "there are type units"
  > 	sed 's/;__gnu_cxx::__ops::[^;]*::operator()/;operator()/g' plain | sort >classless
  > 	frames | sort | cmp - classless
  > 	program -gdwarf-$version
  > 	cp program other
  > 	dwz --dwarf-5 -m shared.debug program other || exit
  > 	readelf -SW program | grep -q ' .debug_sup ' && echo "there is a supplementary file"
  > 	frames | cmp - plain
  > 	mv shared.debug away
  > 	frames | grep '_.i.' >missing
  > 	sed 's/ [0-9]*$//' plain >stacks
  > 	echo "$(sed 's/ [0-9]*$//' missing | grep -c -v -x -F -f stacks) stacks that were none before"
  > 	cp other shared.debug
  > 	frames | grep '_.i.' | cmp - missing && echo "the file of another program is not taken"
  > done
  == DWARF 4
  functions are inlined
  there are type units
  there is a supplementary file
  0 stacks that were none before
  the file of another program is not taken
  == DWARF 5
  functions are inlined
  there are type units
  there is a supplementary file
  0 stacks that were none before
  the file of another program is not taken

# row-01-event-modifiers

  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <"$INPUTS/row-01-event-modifiers.in"
  > }
  $ show collapse-perf
  # collapse-perf
  # flambeau: event=cycles:u
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;user 2
  $ show collapse-perf --event-filter cycles
  # collapse-perf --event-filter cycles
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=3
  demo;both 3
  demo;kernel 5
  demo;user 2
  $ show collapse-perf --event-filter cycles:k
  # collapse-perf --event-filter cycles:k
  # flambeau: event=cycles:k
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;kernel 5
  $ show stackcollapse-perf.pl
  # stackcollapse-perf.pl
  demo;user 2
  $ show stackcollapse-perf.pl --event-filter cycles
  # stackcollapse-perf.pl --event-filter cycles
  demo;both 3
  $ show inferno-collapse-perf
  # inferno-collapse-perf
  demo;both 3
  demo;kernel 5
  demo;user 2
  $ cat err
  collapse-perf: kept the first event, cycles:u; left out 2 samples of other events, for --event-filter: cycles (1), cycles:k (1)
  collapse-perf: left out 2 samples of other events: cycles (1), cycles:u (1)
  stackcollapse-perf.pl: skipped 2 samples of other events
  stackcollapse-perf.pl: Filtering for events of type: cycles
  stackcollapse-perf.pl: skipped 2 samples of other events

# row-01-first-event-alone
by default just the first event, for its cycles are in cycles:u a second time

  $ cat >row-01-first-event-alone.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118b both (/tmp/demo)
  >
  > demo 100/101 [000] 1.6: 2 cycles:u:
  > 	40118a user (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool"
  > 	$tool <row-01-first-event-alone.in 2>/dev/null
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;both 3
  # stackcollapse-perf.pl
  demo;both 3

# row-02-period-zero

  $ cat >row-02-period-zero.in <<'EOF'
  > demo 100/101 [000] 1.5: 0 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-02-period-zero.in
  > done
  # collapse-perf
  demo;f 1
  # stackcollapse-perf.pl
  demo;f 1
  # inferno-collapse-perf
  demo;f 0

# row-03-no-frames

  $ cat >row-03-no-frames.in <<'EOF'
  > idle 100/101 [000] 1.5: 7 cycles:
  >
  > demo 100/102 [000] 1.6: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-03-no-frames.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 3
  idle 7
  # stackcollapse-perf.pl
  demo;f 3
  idle 7
  # inferno-collapse-perf
  demo;f 3
  $ cat err
  inferno-collapse-perf: skipped 1 sample without a stack

# row-04-no-blank-line-at-the-end

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <<-'END'
  > 	demo 100/101 [000] 1.5: 3 cycles:
  > 	 40118a f (/tmp/demo)
  >
  > 	demo 100/101 [000] 1.6: 5 cycles:
  > 	 40118b g (/tmp/demo)
  > 	END
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  demo;f 3
  demo;g 5
  # stackcollapse-perf.pl
  demo;f 3
  # inferno-collapse-perf
  demo;f 3
  demo;g 5
  $ cat err
  stackcollapse-perf.pl: skipped 1 unfinished sample

# row-05-idle-task

  $ cat >row-05-idle-task.in <<'EOF'
  > swapper 0/0 [001] 1.5: 3 cycles:
  > 	ffff8a do_idle ([kernel.kallsyms])
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --tid"
  > 	$tool --tid <row-05-idle-task.in
  > done
  # collapse-perf --tid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  swapper-0/0;do_idle 3
  # stackcollapse-perf.pl --tid
  swapper-?/0;do_idle 3
  # inferno-collapse-perf --tid
  swapper-0/0;do_idle 3

# row-06-comm-of-one-letter

  $ cat >row-06-comm-of-one-letter.in <<'EOF'
  > a 77 [001] 1.5: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-06-comm-of-one-letter.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  a;f 3
  # stackcollapse-perf.pl
  a_77_[001]_1.5:;f 3
  # inferno-collapse-perf
  a;f 3

# row-07-indented-event-line

  $ cat >row-07-indented-event-line.in <<'EOF'
  >      my worker 24089 [001] 1.5: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-07-indented-event-line.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  my_worker;f 3
  # stackcollapse-perf.pl
  # inferno-collapse-perf
  my_worker;f 3
  $ cat err
  stackcollapse-perf.pl: standard input:1: Unrecognized line: '     my worker 24089 [001] 1.5: 3 cycles:'
  stackcollapse-perf.pl: skipped 1 unrecognised line

# row-08-frame-on-the-event-line

  $ cat >row-08-frame-on-the-event-line.in <<'EOF'
  > demo 100 [000] 1.5:     250000 cycles:u:      55d0c840118a leaf+0x1a (/tmp/demo)
  > demo 100 [000] 1.6:     250000 cycles:u:  ffffffff8136009a do_idle+0x72 ([kernel.kallsyms])
  > demo 100 [000] 1.7:     250000 cycles:u:      55d0c840118e leaf+0x1e (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-08-frame-on-the-event-line.in
  > done
  # collapse-perf
  # flambeau: event=cycles:u
  # flambeau: unit=cycles
  # flambeau: samples=3
  demo;do_idle 250000
  demo;leaf 500000
  # stackcollapse-perf.pl
  demo 1
  # inferno-collapse-perf
  demo;do_idle 250000
  demo;leaf 500000
  $ cat err
  collapse-perf: no call chains: record with perf record -g

# row-08-frames-of-other-events
what follows a line of another event is not its stack

  $ cat >row-08-frames-of-other-events.in <<'EOF'
  > demo 100 [000] 1.5:     3 cycles:      55d0c840118a f+0x1a (/tmp/demo)
  > demo 100 [000] 1.6:     5 page-faults:      55d0c840118b g+0x1a (/tmp/demo)
  > demo 100 [000] 1.7:     7 cycles:      55d0c840118a f+0x1a (/tmp/demo)
  > demo 100 [000] 1.8:     5 page-faults:      55d0c840118b g+0x1a (/tmp/demo)
  >
  > demo 100 [000] 1.9:     11 cycles:
  > 	    55d0c840118c h+0x1a (/tmp/demo)
  >
  > EOF
  $ collapse-perf <row-08-frames-of-other-events.in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=3
  demo;f 10
  demo;h 11
  $ cat err
  collapse-perf: kept the first event, cycles; left out 2 samples of other events, for --event-filter: page-faults (2)

# row-09-tracepoint-text

  $ cat >row-09-tracepoint-text.in <<'EOF'
  > bash 100 [001] 1.5: sched:sched_switch: prev_comm=bash prev_pid=100 ==> next_comm=a: b next_pid=7
  > 	ffff8a __schedule ([kernel.kallsyms])
  >
  > bash 100 [001] 1.6: sched:sched_wakeup: comm=a: b pid=7 target_cpu=001
  > 	ffff8b try_to_wake_up ([kernel.kallsyms])
  >
  > EOF
  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <row-09-tracepoint-text.in
  > }
  $ show collapse-perf
  # collapse-perf
  bash;__schedule 1
  $ show collapse-perf --event-filter sched:sched_wakeup
  # collapse-perf --event-filter sched:sched_wakeup
  bash;try_to_wake_up 1
  $ show stackcollapse-perf.pl
  # stackcollapse-perf.pl
  bash;__schedule 1
  bash;try_to_wake_up 1
  $ cat err
  collapse-perf: kept the first event, sched:sched_switch; left out 1 sample of other events, for --event-filter: sched:sched_wakeup (1)
  collapse-perf: left out 1 sample of other events: sched:sched_switch (1)

# row-10-blanks-in-the-module

  $ cat >row-10-blanks-in-the-module.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a [unknown] (/opt/my games/chess board.so)
  > 	40118b play+0x4 (/opt/my games/chess)
  > 	40118c main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-10-blanks-in-the-module.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo;main;play;[chess board.so] 3
  # stackcollapse-perf.pl
  demo;main;play;[chess board.so] 3
  # inferno-collapse-perf
  demo;main 3
  $ cat err
  inferno-collapse-perf: standard input:2: Weird stack line: '?40118a [unknown] (/opt/my games/chess board.so)'
  inferno-collapse-perf: standard input:3: Weird stack line: '?40118b play+0x4 (/opt/my games/chess)'
  inferno-collapse-perf: skipped 2 weird stack lines

# row-11-text-behind-the-module

  $ cat >row-11-text-behind-the-module.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf+0x1a (/tmp/demo) and more
  > 	40118c main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-11-text-behind-the-module.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;leaf 3
  # stackcollapse-perf.pl
  demo;main;leaf 3
  # inferno-collapse-perf
  demo;main 3
  $ cat err
  inferno-collapse-perf: standard input:2: Weird stack line: '?40118a leaf+0x1a (/tmp/demo) and more'
  inferno-collapse-perf: skipped 1 weird stack line

# row-12-deleted-module

  $ cat >row-12-deleted-module.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf+0x3 (/tmp/demo (deleted))
  >
  > demo 100/101 [000] 1.6: 5 cycles:
  > 	40118b f(int) const+0x3 (/tmp/my demo (deleted))
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-12-deleted-module.in | tr ' ' '~'
  > done
  # collapse-perf
  #~flambeau:~event=cycles
  #~flambeau:~unit=cycles
  #~flambeau:~samples=2
  demo;f~5
  demo;leaf~3
  # stackcollapse-perf.pl
  demo;f~5
  demo;leaf+0x3~~3
  # inferno-collapse-perf
  demo;f~5
  demo;leaf+0x3~~3

# row-13-no-symbol

  $ cat >row-13-no-symbol.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a (/usr/lib/libc.so.6)
  > 	40118c main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-13-no-symbol.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo;main;[libc.so.6] 3
  # stackcollapse-perf.pl
  demo;main;a 3
  # inferno-collapse-perf
  demo;main 3
  $ echo "# collapse-perf --addrs"
  # collapse-perf --addrs
  $ collapse-perf --addrs <row-13-no-symbol.in
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo;main;[libc.so.6 <40118a>] 3
  $ cat err
  inferno-collapse-perf: standard input:2: Weird stack line: '?40118a (/usr/lib/libc.so.6)'
  inferno-collapse-perf: skipped 1 weird stack line

# row-14-no-symbol-two-blanks

  $ cat >row-14-no-symbol-two-blanks.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a  (/usr/lib/libc.so.6)
  > 	40118c main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-14-no-symbol-two-blanks.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  # flambeau: unnamed=1
  demo;main;[libc.so.6] 3
  # stackcollapse-perf.pl
  demo;main;  3
  # inferno-collapse-perf
  demo;main;  3

# row-15-odd-offsets

  $ cat >row-15-odd-offsets.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a capitals+0xDEAD (/tmp/demo)
  > 	40118b nothing+0x (/tmp/demo)
  > 	40118c main+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-15-odd-offsets.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;nothing;capitals 3
  # stackcollapse-perf.pl
  demo;main;nothing+0x;capitals+0xDEAD 3
  # inferno-collapse-perf
  demo;main;nothing;capitals 3

# row-16-call-operator

  $ cat >row-16-call-operator.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a std::function<int (int)>::operator()(int) const+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-16-call-operator.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;std::function<int (int)>::operator() 3
  # stackcollapse-perf.pl
  demo;std::function<int  3
  # inferno-collapse-perf
  demo;std::function<int (int)>::operator 3

# row-17-lambda

  $ cat >row-17-lambda.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a main::{lambda(int)#1}::operator()(int) const+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-17-lambda.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main::{lambda(int)#1}::operator() 3
  # stackcollapse-perf.pl
  demo;main::{lambda 3
  # inferno-collapse-perf
  demo;main::{lambda(int)#1}::operator 3

# row-18-comparison-operators

  $ cat >row-18-comparison-operators.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a operator<(a, b)+0x1f (/tmp/demo)
  > 	40118b operator>(a, b)+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-18-comparison-operators.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;operator>;operator< 3
  # stackcollapse-perf.pl
  demo;operator>;operator< 3
  # inferno-collapse-perf
  demo;operator>(a, b);operator<(a, b) 3

# row-19-go-method

  $ cat >row-19-go-method.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a net/http.(*Client).Do(x)+0x1f (/tmp/demo)
  > 	40118b net/http.(*Client).Get+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-19-go-method.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;net/http.(*Client).Get;net/http.(*Client).Do 3
  # stackcollapse-perf.pl
  demo;net/http.(*Client).Get;net/http.(*Client).Do(x) 3
  # inferno-collapse-perf
  demo;net/http.(*Client).Get;net/http.(*Client).Do 3

# row-20-quotes

  $ cat >row-20-quotes.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a operator"" _km(long double)+0x1f (/tmp/demo)
  > 	40118b main::'lambda'::run+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-20-quotes.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main::'lambda'::run;operator"" _km 3
  # stackcollapse-perf.pl
  demo;main::lambda::run;operator _km 3
  # inferno-collapse-perf
  demo;main::'lambda'::run;operator"" _km 3

# row-21-arrow-operator

  $ cat >row-21-arrow-operator.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a std::unique_ptr<Foo>::operator->+0x4 (/tmp/demo)
  > 	40118b outer->middle->inner+0x8 (/tmp/demo)
  > 	40118c main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-21-arrow-operator.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;outer;middle_[i];inner_[i];std::unique_ptr<Foo>::operator-> 3
  # stackcollapse-perf.pl
  demo;main;outer;middle_[i];inner_[i];std::unique_ptr<Foo>::operator 3
  # inferno-collapse-perf
  demo;main;outer;middle_[i];inner_[i];std::unique_ptr<Foo>::operator;_[i] 3

# row-22-rust-codes
codes beyond inferno's table, and names with more than ASCII right before the hash

  $ cat >row-22-rust-codes.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a _$LT$$u2a$mut$u20$T$GT$::f::h0123456789abcdef (/tmp/demo)
  > 	40118b tea$u8336$::g::h0123456789abcdef (/tmp/demo)
  > 	40118c héh0123456789abcdef (/tmp/demo)
  > 	40118d é0123456789abcdef (/tmp/demo)
  > 	40118e a.b..c$SP$$BP$$RF$$LP$$RP$$C$$u7e$$u27$$u3d$$u5b$$u5d$$u7b$$u7d$$u3b$$u2b$$u21$$u22$::h0123456789abcdef (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-22-rust-codes.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;a.b::c@*&(),~'=[]{}:+!";é0123456789abcdef;hé;tea茶::g;<*mut T>::f 3
  # inferno-collapse-perf
  demo;a.b::c@*&;é0123456789abcdef;hé;tea$u8336$::g;<$u2a$mut$u20$T$GT$::f 3

# row-22-rust-hash

  $ cat >row-22-rust-hash.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a _$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$Drop$GT$::drop::h0123456789abcdef+0x1f (/tmp/demo)
  > 	40118b core::ptr::drop_in_place<demo::Tree>::h0123456789ABCDEF+0x1f (/tmp/demo)
  > 	40118c demo::not_a_hash::h0123456789abcde+0x1f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-22-rust-hash.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;demo::not_a_hash::h0123456789abcde;core::ptr::drop_in_place<demo::Tree>;<alloc::vec::Vec<T> as Drop>::drop 3
  # stackcollapse-perf.pl
  demo;demo::not_a_hash::h0123456789abcde;core::ptr::drop_in_place<demo::Tree>::h0123456789ABCDEF;_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$Drop$GT$::drop::h0123456789abcdef 3
  # inferno-collapse-perf
  demo;demo::not_a_hash::h0123456789abcde;core::ptr::drop_in_place<demo::Tree>;<alloc::vec::Vec<T> as Drop>::drop 3

# row-23-kernel-modules

  $ cat >row-23-kernel-modules.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	ffff8a a ([kernel.kallsyms])
  > 	ffff8b b (/boot/vmlinux-5.4.0-150-generic)
  > 	ffff8c c (/lib/modules/5.4.0/kernel/fs/ext4.ko)
  > 	ffff8d d (/boot/vmlinux)
  > 	40118e e (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --kernel"
  > 	$tool --kernel <row-23-kernel-modules.in
  > done
  # collapse-perf --kernel
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;e;d_[k];c_[k];b_[k];a_[k] 3
  # stackcollapse-perf.pl --kernel
  demo;e;d_[k];c;b;a_[k] 3
  # inferno-collapse-perf --kernel
  demo;e;d_[k];c_[k];b_[k];a_[k] 3

# row-24-module-like-unknown

  $ cat >row-24-module-like-unknown.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	ffff8a a ([unknown_x])
  > 	ffff8b b ([unknown])
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --kernel"
  > 	$tool --kernel <row-24-module-like-unknown.in
  > done
  # collapse-perf --kernel
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;b;a_[k] 3
  # stackcollapse-perf.pl --kernel
  demo;b;a 3
  # inferno-collapse-perf --kernel
  demo;b;a_[k] 3

# row-25-perf-maps

  $ cat >row-25-perf-maps.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	7f00aa a (/tmp/perf-1.map)
  > 	7f00ab b (/var/tmp/perf-1.map)
  > 	7f00ac c (/tmp/perf-1.map.old)
  > 	7f00ad d (/tmp/perf-x.so)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --jit"
  > 	$tool --jit <row-25-perf-maps.in
  > done
  # collapse-perf --jit
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;d;c_[j];b_[j];a_[j] 3
  # stackcollapse-perf.pl --jit
  demo;d;c_[j];b_[j];a_[j] 3
  # inferno-collapse-perf --jit
  demo;d;c;b;a_[j] 3

# row-26-jitted-modules

  $ cat >row-26-jitted-modules.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a a (/tmp/jitted-1-2.so)
  > 	40118b b (/home/me/.debug/jit/jitted-1-3.so)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --jit"
  > 	$tool --jit <row-26-jitted-modules.in
  > done
  # collapse-perf --jit
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;b_[j];a_[j] 3
  # stackcollapse-perf.pl --jit
  demo;b;a 3
  # inferno-collapse-perf --jit
  demo;b_[j];a_[j] 3

# row-27-leading-blank-line

  $ cat >row-27-leading-blank-line.in <<'EOF'
  >
  > demo 100/101 [000] 1.5:
  > 	40118a f (/tmp/demo)
  >
  > demo 100/101 [000] 1.6: 5 cycles:
  > 	40118b g (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool"
  > 	$tool <row-27-leading-blank-line.in
  > done
  # collapse-perf
  demo;f 1
  demo;g 5
  # stackcollapse-perf.pl
  demo;f 1
  demo;g 5

# row-28-crlf

  $ cat >row-28-crlf.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf+0x1f (/tmp/demo)
  > 	40118b main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	awk '{ printf "%s\r\n", $0 }' row-28-crlf.in | $tool
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;leaf 3
  # stackcollapse-perf.pl
  # inferno-collapse-perf
  demo;main;leaf 3
  $ cat err
  stackcollapse-perf.pl: standard input:4: Unrecognized line: '?'
  stackcollapse-perf.pl: skipped 1 unrecognised line, 1 unfinished sample

# row-29-line-of-blanks

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-29-line-of-blanks.in"
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  one;f 3
  two;g 5
  # stackcollapse-perf.pl
  two;g;f 5
  # inferno-collapse-perf
  one;f 3
  two;g 5
  $ cat err
  stackcollapse-perf.pl: standard input:3: Unrecognized line: '   '
  stackcollapse-perf.pl: skipped 1 unrecognised line

# row-30-other-events
what was left out is counted; the name of the event is said with -v only

  $ cat >row-30-other-events.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > demo 100/101 [000] 1.6: 5 instructions:
  > 	40118b g (/tmp/demo)
  >
  > EOF
  $ show()
  > {
  > 	echo "# $*"
  > 	"$@" <row-30-other-events.in
  > }
  $ show collapse-perf
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  $ show collapse-perf -v
  # collapse-perf -v
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;f 3
  $ show stackcollapse-perf.pl
  # stackcollapse-perf.pl
  demo;f 3
  $ show inferno-collapse-perf
  # inferno-collapse-perf
  demo;f 3
  $ cat err
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  collapse-perf: kept the first event, cycles; left out 1 sample of other events, for --event-filter: instructions (1)
  stackcollapse-perf.pl: skipped 1 sample of other events
  stackcollapse-perf.pl: Filtering for events of type: instructions
  inferno-collapse-perf: skipped 1 sample of other events

# row-31-event-line-in-a-sample

  $ cat >row-31-event-line-in-a-sample.in <<'EOF'
  > one 100/101 [000] 1.5: 3 cycles:
  > 	40118a f (/tmp/demo)
  > two 200/201 [000] 1.6: 5 cycles:
  > 	40118b g (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-31-event-line-in-a-sample.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  one;f 3
  two;g 5
  # stackcollapse-perf.pl
  two;g;f 5
  # inferno-collapse-perf
  one;g;f 3
  $ cat err
  inferno-collapse-perf: standard input:3: Weird stack line: 'two 200/201 [000] 1.6: 5 cycles:'
  inferno-collapse-perf: skipped 1 weird stack line

# row-32-odd-address

  $ cat >row-32-odd-address.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	g-bad x (/tmp/demo)
  > 	40118b main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-32-odd-address.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;x 3
  # stackcollapse-perf.pl
  demo;main;-bad x 3
  # inferno-collapse-perf
  demo;main;x 3

# row-33-blanks-behind-the-symbol

  $ cat >row-33-blanks-behind-the-symbol.in <<'EOF'
  > demo 100/101 [000] 1.5: 3 cycles:
  > 	40118a leaf   (/tmp/demo)
  > 	40118b main (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-33-blanks-behind-the-symbol.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  demo;main;leaf 3
  # stackcollapse-perf.pl
  demo;main;leaf   3
  # inferno-collapse-perf
  demo;main;leaf 3

# row-34-number-in-the-comm

  $ cat >row-34-number-in-the-comm.in <<'EOF'
  > Thread 12 83/84 [001] 1.5: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool --tid"
  > 	$tool --tid <row-34-number-in-the-comm.in
  > done
  # collapse-perf --tid
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  Thread_12-83/84;f 3
  # stackcollapse-perf.pl --tid
  Thread-?/12;f 3
  # inferno-collapse-perf --tid
  Thread-?/12;f 3

# row-35-invalid-utf-8
0xff is the byte

  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	printf 'co\377mm 100/101 [000] 1.5: 3 cycles:\n\t40118a sym\377bol (/tmp/demo)\n\n' |
  > 		$tool | LC_ALL=C sed "s/$(printf '\377')/<0xff>/g"
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  co<0xff>mm;sym<0xff>bol 3
  # stackcollapse-perf.pl
  co<0xff>mm;sym<0xff>bol 3
  # inferno-collapse-perf
  co�mm;sym�bol 3

# row-36-semicolon-in-the-comm

  $ cat >row-36-semicolon-in-the-comm.in <<'EOF'
  > x; y z 100/101 [000] 1.5: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-36-semicolon-in-the-comm.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  x:_y_z;f 3
  # stackcollapse-perf.pl
  x;_y_z;f 3
  # inferno-collapse-perf
  x;_y_z;f 3

# row-37-exited-task

  $ cat >row-37-exited-task.in <<'EOF'
  > :-1 -1 [000] 691.85: 3 cycles:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl; do
  > 	echo "# $tool"
  > 	$tool <row-37-exited-task.in
  > done
  # collapse-perf
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=1
  :-1;f 3
  # stackcollapse-perf.pl
  :-1_-1_[000]_691.85:;f 3

# row-38-padded-event

  $ cat >row-38-padded-event.in <<'EOF'
  > demo 100/101 [000] 1.5:          139  page-faults:
  > 	40118a f (/tmp/demo)
  >
  > EOF
  $ for tool in collapse-perf stackcollapse-perf.pl inferno-collapse-perf; do
  > 	echo "# $tool"
  > 	$tool <row-38-padded-event.in
  > done
  # collapse-perf
  # flambeau: event=page-faults
  # flambeau: unit=faults
  # flambeau: samples=1
  demo;f 139
  # stackcollapse-perf.pl
  demo;f 139
  # inferno-collapse-perf
  demo;f 1

# select-nothing
What could have been selected is said, the most frequent first.

  $ sample() # COMM PID TID CPU TIME EVENT
  > {
  > 	printf '%s %s/%s [%03d] %s: 10 %s:\n\t1000 work+0x1 (/bin/prog)\n\n' "$@"
  > }
  $ {
  > 	sample make 1 1 0 1.5 cpu-clock:u
  > 	sample cc1 2 3 1 1.75 cpu-clock:u
  > 	sample cc1 2 4 0 2.5 page-faults
  > 	sample sh 5 5 2 3.0005 cpu-clock:u
  > 	sample cc1 2 3 1 3.25 cpu-clock:u
  > } >in
  $ for option in '--event-filter cycles' '--comm ^foo$' '--cpu 7' '--pid-filter 9' '--tid-filter 9' \
  > 	'--time 10,' '--comm cc1 --cpu 7'; do
  > 	collapse-perf $option in
  > 	echo "exit $?"
  > done
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  exit 1
  $ echo == more than ten
  == more than ten
  $ seq 1 12 | while read -r i; do sample p$i 1 1 0 1.0 cycles; done | collapse-perf --comm nobody
  [1]
  $ echo == of several threads
  == of several threads
  $ collapse-perf -j 2 --chunk-size 1 --comm nobody in
  [1]
  $ echo == the originals say what they say
  == the originals say what they say
  $ stackcollapse-perf.pl --event-filter cycles in
  $ inferno-collapse-perf --event-filter cycles in
  $ cat err
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --event-filter can select: cpu-clock:u (4), page-faults (1)
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --comm can select: cc1 (2), make (1), sh (1)
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --cpu can select: 001 (2), 000 (1), 002 (1)
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --pid-filter can select: 2 (2), 1 (1), 5 (1)
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --tid-filter can select: 3 (2), 1 (1), 5 (1)
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --time can select: 1.500000 to 3.250000
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --cpu can select: 001 (2), 000 (1), 002 (1)
  collapse-perf: no stacks: none of 12 samples was selected
  collapse-perf: --comm can select: p1 (1), p10 (1), p11 (1), p12 (1), p2 (1), p3 (1), p4 (1), p5 (1), p6 (1), p7 (1) and 2 more
  collapse-perf: no stacks: none of 5 samples was selected
  collapse-perf: --comm can select: cc1 (2), make (1), sh (1)
  stackcollapse-perf.pl: skipped 5 samples of other events
  inferno-collapse-perf: skipped 5 samples of other events

# simpleperf-files
needs: python3 gcc nm
a program or a perf map of this machine is not the phone's, unless it is of the same build; --symfs says that it is

  $ cat >program.c <<'END'
  > int recorded_here(int n) { return n + 1; }
  > int other(int n) { return n * 3; }
  > int main(void) { return recorded_here(1) + other(2); }
  > END
  $ gcc -O0 -Wl,--build-id=none -o program program.c || exit
  $ address() { nm program | sed -n "s/^\([0-9a-f]*\) T $1\$/0x\1/p"; }
  $ python3 -B "$TESTS/system/recordings/simpleperf.py" . "$PWD/program" $(address recorded_here) $(address other)
  $ for data in program unnamed; do
  > 	echo "== $data"
  > 	collapse-perf --no-header $data.data
  > 	echo "-- symfs"
  > 	collapse-perf -q --no-header --symfs / $data.data
  > done
  == program
  :9;[perf-9.map] 1
  app;[program] 1
  app;recorded 1
  -- symfs
  :9;[perf-9.map] 1
  app;other 1
  app;recorded 1
  == unnamed
  :9;[perf-9.map] 1
  app;[program] 2
  -- symfs
  :9;[perf-9.map] 1
  app;other 1
  app;recorded_here 1
  $ cat err
  collapse-perf: no symbols for 1 of 2 files, 33 % of 3 samples (largest: perf-9.map: recorded on another machine); --symfs takes the recorded files, --trust-files those of this machine
  collapse-perf: no symbols for 2 of 2 files, 100 % of 3 samples (largest: program: recorded on another machine); --symfs takes the recorded files, --trust-files those of this machine

# simpleperf-init-map
needs: python3
processes and maps of the feature INIT_MAP come before those of the data section

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf --no-header maps.data
  early;[early] 1
  later;[early] 1
  $ cat maps.data | collapse-perf -q --no-header
  early;[early] 1
  later;[early] 1
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 100 % of 2 samples (largest: early: no such file); --symfs may have it

# simpleperf-many-maps
needs: python3 ulimit
the functions of a file are read once, however many maps it has

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ ulimit -t 15
  $ collapse-perf --no-header many.data | sort >stacks
  $ wc -l <stacks
  100
  $ head -n 2 stacks
  app;f10242 20
  app;f1026 20
  $ cat err
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with simpleperf record --call-graph dwarf

# simpleperf-names
needs: python3 gzip libstdc++
functions that the recording names (FILE, FILE2): of the kernel, modules, libraries, dex, code that was made

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf --no-header file.data
  app;demo::run;[[wlan]];[[kernel.kallsyms]] 2097152
  app;demo::run;wlan_send;do_work 1048576
  app;late;Ljs:made 16384
  app;late;Ljs:other 16777216
  app;late;[core.jar] 2048
  app;late;[libdemo.so] 32
  app;late;[libx.so] 512
  app;late;[linker64] 128
  app;late;[perf-7.map] 32768
  app;late;[stripped.so] 65536
  app;late;[unknown] 131072
  app;late;__dl__Z8__dlopenPKc 64
  app;late;app.Main$1.run 12288
  app;late;app.Main$2.run 8388608
  app;late;demo::run 1
  app;late;in_apk 256
  app;late;inner 16
  app;late;java.lang.Thread.run 1024
  app;late;late 10
  app;late;line feed 4
  other;demo::run;[[anon:jit]] 33554432
  other;demo::run;[perf-8.map] 4194304
  other;demo::run;far 67108864
  $ collapse-perf -q --no-header file.data >named
  $ for data in file.data file2.data; do
  > 	for threads in 1 3; do
  > 		collapse-perf -q --no-header -j $threads $data | cmp - named
  > 		cat $data | collapse-perf -q --no-header -j $threads | cmp - named
  > 		gzip <$data | collapse-perf -q --no-header -j $threads | cmp - named
  > 	done
  > done
  $ echo "== marks"
  == marks
  $ collapse-perf -q --no-header --jit --kernel --simplify none file.data | grep _\\[
  app;demo::run(int const&);[[wlan]]_[k];[[kernel.kallsyms]]_[k] 2097152
  app;demo::run(int const&);wlan_send_[k];do_work_[k] 1048576
  app;late;Ljs:made_[j] 16384
  app;late;Ljs:other_[k] 16777216
  app;late;[perf-7.map]_[j] 32768
  app;late;app.Main$1.run_[j] 12288
  app;late;app.Main$2.run_[j] 8388608
  other;demo::run(int const&);[[anon:jit]]_[k] 33554432
  other;demo::run(int const&);[perf-8.map]_[j] 4194304
  $ stackcollapse-perf.pl file.data 2>/dev/null | head -n 2
  app;demo::run;[[wlan]];[[kernel.kallsyms]] 2097152
  app;demo::run;wlan_send;do_work 1048576
  $ echo "== options add to them"
  == options add to them
  $ mkdir -p root/tmp
  $ echo "500010 10 of_the_map" | tee root/tmp/perf-7.map >root/tmp/perf-8.map
  $ printf '%s\n' "ffffffc010000000 T _text" "ffffffc010000100 T not_asked" "ffffffc010000180 T of_kallsyms" >kallsyms
  $ collapse-perf -q --no-header --symfs root --kallsyms kallsyms file.data | diff named -
  1c1
  < app;demo::run;[[wlan]];[[kernel.kallsyms]] 2097152
  ---
  \x3e app;demo::run;[[wlan]];of_kallsyms 2097152 (esc)
  22d21
  < other;demo::run;[perf-8.map] 4194304
  23a23
  \x3e other;demo::run;of_the_map 4194304 (esc)
  [1]
  $ cat err
  collapse-perf: no symbols for 2 of 7 files, 8 % of 25 samples (largest: stripped.so: no such file); --symfs may have it
  collapse-perf: 30% of the samples are in functions without a name, most of them in [anon:jit]: it is stripped; install its debugging symbols, or build it without -s and strip

# simpleperf-offcpu
needs: python3
simpleperf record --trace-offcpu: the first event counts, and --off-cpu how long threads waited

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf --no-header offcpu.data
  app;work 181
  $ collapse-perf --off-cpu offcpu.data
  # flambeau: event=sched:sched_switch
  # flambeau: unit=ns
  # flambeau: duration=0s
  # flambeau: samples=3
  app;lock 900
  app;wait 2500
  $ collapse-perf -q --off-cpu --no-header --labels tid,event offcpu.data
  @event=sched:sched_switch;@tid=7;app;wait 2500
  @event=sched:sched_switch;@tid=8;app;lock 900
  $ collapse-perf -q --off-cpu --no-header offcpu.data >waits
  $ for threads in 1 3; do
  > 	collapse-perf -q --off-cpu --no-header -j $threads offcpu.data | cmp - waits
  > 	cat offcpu.data | collapse-perf -q --off-cpu --no-header -j $threads | cmp - waits
  > done
  $ echo "== where it does not fit"
  == where it does not fit
  $ collapse-perf --off-cpu --no-header offcpu.data file.data
  [1]
  $ cp "$FIXTURES/perf/cxx-fp.txt" script.txt
  $ collapse-perf --off-cpu script.txt
  [1]
  $ collapse-perf --off-cpu --event-filter cycles offcpu.data
  [2]
  $ collapse-perf --off-cpu --list-events offcpu.data
  [2]
  $ collapse-perf --off-cpu --live 1s <offcpu.data
  [2]
  $ stackcollapse-perf.pl --off-cpu offcpu.data 2>&1 | head -n 1
  stackcollapse-perf.pl: option '--off-cpu' is not known
  $ cat err
  collapse-perf: offcpu.data: also has how long threads waited, for --off-cpu
  collapse-perf: kept the first event, cpu-cycles; left out 7 samples of other events, for --event-filter: sched:sched_switch (7)
  collapse-perf: file.data: --off-cpu needs a recording of simpleperf record --trace-offcpu
  collapse-perf: --off-cpu is for a recording of perf, and script.txt is text
  collapse-perf: options '--off-cpu' and '--event-filter' exclude each other
  collapse-perf: options '--off-cpu' and '--list-events' exclude each other
  collapse-perf: options '--off-cpu' and '--live' exclude each other

# simpleperf-records
needs: python3
records of simpleperf's own: longer than 64 KiB, split, ids of events, call chains; names of events from META_INFO

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf -q --no-header records.data
  app;[nowhere.so] 8
  app;[nowhere.so];kernel_39;kernel_1 17
  joined;[unknown] 7
  $ collapse-perf -v --no-header --event-filter task-clock records.data
  app;[nowhere.so] 11
  $ collapse-perf --list-events records.data
  cpu-cycles 4 32
  task-clock:u 1 11
  $ collapse-perf --stats --no-header records.data 2>&1 >stacks | grep own
  collapse-perf: records.data: 245493 bytes, 1 MMAP, 2 COMM, 6 SAMPLE, 1 MMAP2, 1 of perf's own, 12 of simpleperf's own
  $ for threads in 1 3; do
  > 	collapse-perf -q --no-header -j $threads records.data | cmp - stacks
  > 	collapse-perf -q --no-header -j $threads <records.data | cmp - stacks
  > 	cat records.data | collapse-perf -q --no-header -j $threads | cmp - stacks
  > done
  $ cat err
  collapse-perf: records.data: skipped 1 call chain kept for debugging; samples have their own
  collapse-perf: /system/lib64/nowhere.so: no symbols: no such file
  collapse-perf: no symbols for 1 of 1 files, 20 % of 5 samples (largest: nowhere.so: no such file); --symfs may have it
  collapse-perf: skipped 1 sample of an event that is not in the recording
  collapse-perf: left out 4 samples of other events: cpu-cycles (4)
  collapse-perf: skipped 1 sample of an event that is not in the recording

# simpleperf-lacking
needs: python3
an event without a name has its usual one; what is cut off is said

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf --list-events names-lacking.data
  cycles 1 1
  task-clock 1 1
  $ for data in split-end split-part init; do
  > 	collapse-perf --no-header $data-lacking.data
  > done
  :7;[unknown] 1
  :7;[unknown] 1
  early;[unknown] 1
  $ cat err
  collapse-perf: split-end-lacking.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: split-part-lacking.data: the recording is damaged; what comes before that is used
  collapse-perf: init-lacking.data: the recording ends in the middle: perf was killed, or it was cut

# simpleperf-pipe
needs: python3
a record that is longer than what is read of a pipe at a time is passed over

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf -q --no-header pipe.data
  app;[unknown] 2
  $ cat pipe.data | collapse-perf --stats --no-header 2>&1 | grep -e app -e own
  collapse-perf: standard input: 300368 bytes, 1 COMM, 2 SAMPLE, 1 of perf's own, 1 of simpleperf's own
  app;[unknown] 2
  $ head -c 290000 pipe.data >cut.data
  $ collapse-perf -q --no-header --stats cut.data 2>&1 | grep -e app -e own -e cut
  collapse-perf: cut.data: 290000 bytes, 1 COMM, 1 SAMPLE, 1 of perf's own
  app;[unknown] 1
  $ cat cut.data | collapse-perf --no-header --stats 2>&1 | grep -e app -e own -e cut
  collapse-perf: standard input: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: standard input: 290000 bytes, 1 COMM, 1 SAMPLE, 1 of perf's own, 1 of simpleperf's own
  app;[unknown] 1

# simpleperf-trace
needs: python3
a processor's trace of simpleperf is said to be one

  $ python3 -B "$TESTS/system/recordings/simpleperf.py" .
  $ collapse-perf etm.data
  [1]
  $ cat err
  collapse-perf: etm.data: only CoreSight data of simpleperf, of which no stacks are made; simpleperf inject makes profiles for compilers of it

# swift
what is in front of a name of Swift is no result of C++, and the arrow in front of a result no inlined function

  $ { echo 'app 7 [000] 5.0: 1 cycles:'; printf '\t%016x %s (/opt/app)\n' 1 'closure #1 in turn(_:)' 2 'turn(_:)' 3 'static Mill.make(x:) -> Swift.Int' \
  > 	4 'outlined destroy of Mill()' 5 '@objc Mill.stop()' 6 'int* find<int>(int)' 7 'a->b'; } | collapse-perf --no-header | tr ';' '\n'
  app
  a
  b_[i]
  find<int>
  @objc Mill.stop
  outlined destroy of Mill
  static Mill.make(x:) -> Swift.Int
  turn
  closure #1 in turn 1

# two-events
One event of several is kept, the first: the others, and how to get them, are always said.

  $ sample()
  > {
  > 	printf 'prog 1/1 [000] 1.5: 10 %s:\n\t1000 work+0x1 (/bin/prog)\n\n' "$1"
  > }
  $ {
  > 	sample page-faults
  > 	sample cpu-clock:u
  > 	sample cpu-clock:u
  > 	sample cycles
  > } | tee in | collapse-perf
  # flambeau: event=page-faults
  # flambeau: unit=faults
  # flambeau: samples=1
  prog;work 10
  $ collapse-perf --event-filter cpu-clock in
  # flambeau: event=cpu-clock
  # flambeau: unit=ns
  # flambeau: samples=2
  prog;work 20
  $ collapse-perf -q in
  # flambeau: event=page-faults
  # flambeau: unit=faults
  # flambeau: samples=1
  prog;work 10
  $ cat err
  collapse-perf: kept the first event, page-faults; left out 3 samples of other events, for --event-filter: cpu-clock:u (2), cycles (1)
  collapse-perf: left out 2 samples of other events: cycles (1), page-faults (1)

# weight
needs: python3
fields of tracepoints and probes as weights: of the text, and the same of recordings

  $ python3 -B "$TESTS/system/recordings/tracepoints.py" made
  $ collapse() # INPUT OPTION...
  > {
  > 	input=$1
  > 	shift
  > 	collapse-perf --header "$@" "made/$input" 2>&1 | sed '/frequency=/d'
  > }
  $ show()
  > {
  > 	echo "== $*"
  > 	collapse trace.txt "$@" | tee printed
  > 	collapse trace.txt "$@" -j 3 --chunk-size 1 | cmp - printed
  > 	for form in file pipe swapped nameless nameless-pipe; do
  > 		collapse $form.data --symfs made/root "$@" | cmp - printed
  > 	done
  > }
  $ show --weight bytes_req
  == --weight bytes_req
  collapse-perf: kept the first event, kmem:kmalloc; left out 7 samples of other events, for --event-filter: probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1), task:rename (1)
  # flambeau: event="kmem:kmalloc (bytes_req)"
  # flambeau: unit=bytes
  # flambeau: duration=0s
  # flambeau: samples=3
  demo;main;work;alloc 164
  $ show --event-filter 'kmem:*' --weight call_site
  == --event-filter kmem:* --weight call_site
  collapse-perf: left out 6 samples of other events: probe:read__return (3), syscalls:sys_exit_read (2), task:rename (1)
  # flambeau: unit=call_site
  # flambeau: duration=0s
  # flambeau: samples=4
  kmem:kfree;demo;main;free 512
  kmem:kmalloc;demo;main;alloc 264
  kmem:kmalloc;demo;main;work;alloc 512
  $ show --event-filter 'kmem:*' --weight bytes_alloc
  == --event-filter kmem:* --weight bytes_alloc
  collapse-perf: skipped 1 sample without the field of --weight
  collapse-perf: left out 6 samples of other events: probe:read__return (3), syscalls:sys_exit_read (2), task:rename (1)
  # flambeau: unit=bytes
  # flambeau: duration=0s
  # flambeau: samples=3
  kmem:kmalloc;demo;main;alloc 8
  kmem:kmalloc;demo;main;work;alloc 224
  $ show --event-filter kmem:kmalloc --weight node
  == --event-filter kmem:kmalloc --weight node
  collapse-perf: skipped 2 samples with negative numbers in the field of --weight
  collapse-perf: left out 7 samples of other events: probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1), task:rename (1)
  # flambeau: event="kmem:kmalloc (node)"
  # flambeau: unit=node
  # flambeau: duration=0s
  # flambeau: samples=1
  demo;main;work;alloc 2
  $ show --event-filter 'probe:*' --weight ret
  == --event-filter probe:* --weight ret
  collapse-perf: skipped 1 sample with a negative number in the field of --weight
  collapse-perf: left out 7 samples of other events: kmem:kmalloc (3), syscalls:sys_exit_read (2), kmem:kfree (1), task:rename (1)
  # flambeau: event="probe:read__return (ret)"
  # flambeau: unit=ret
  # flambeau: duration=0s
  # flambeau: samples=2
  probe:read__return;demo;main;read 512
  probe:read__return;demo;main;work;read 7
  $ show --event-filter 'probe:*' --weight left --labels event
  == --event-filter probe:* --weight left --labels event
  collapse-perf: skipped 1 sample with a negative number in the field of --weight
  collapse-perf: left out 7 samples of other events: kmem:kmalloc (3), syscalls:sys_exit_read (2), kmem:kfree (1), task:rename (1)
  # flambeau: event="probe:read__return (left)"
  # flambeau: duration=0s
  # flambeau: samples=2
  @event=probe:read__return;demo;main;read 16
  @event=probe:read__return;demo;main;work;read 9
  $ show --event-filter syscalls:sys_exit_read --weight ret
  == --event-filter syscalls:sys_exit_read --weight ret
  collapse-perf: skipped 1 sample with a negative number in the field of --weight
  collapse-perf: left out 8 samples of other events: kmem:kmalloc (3), probe:read__return (3), kmem:kfree (1), task:rename (1)
  # flambeau: event="syscalls:sys_exit_read (ret)"
  # flambeau: unit=ret
  # flambeau: duration=0s
  # flambeau: samples=1
  demo;main;read 4096
  $ show --event-filter task:rename --weight oom_score_adj
  == --event-filter task:rename --weight oom_score_adj
  collapse-perf: left out 9 samples of other events: kmem:kmalloc (3), probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1)
  # flambeau: event="task:rename (oom_score_adj)"
  # flambeau: unit=oom_score_adj
  # flambeau: duration=0s
  # flambeau: samples=1
  demo;main;rename 3
  $ show --event-filter all --weight ret
  == --event-filter all --weight ret
  collapse-perf: skipped 5 samples without the field of --weight, 2 samples with negative numbers in the field of --weight
  # flambeau: unit=ret
  # flambeau: duration=0s
  # flambeau: samples=3
  probe:read__return;demo;main;read 512
  probe:read__return;demo;main;work;read 7
  syscalls:sys_exit_read;demo;main;read 4096
  $ show --event-filter all --weight ret --list-events
  == --event-filter all --weight ret --list-events
  collapse-perf: skipped 5 samples without the field of --weight, 2 samples with negative numbers in the field of --weight
  probe:read__return 2 519
  syscalls:sys_exit_read 1 4096

# weight-text
forms of fields in the text of event lines

  $ weigh() # TEXT [EVENT]
  > {
  > 	printf 'prog 1/1 [000] 1.500000: %s: %s\n\t1000 work+0x1 (/bin/prog)\n\n' "${2-probe:p}" "$1" |
  > 		collapse-perf --no-header --weight n 2>&1 | sed "s|^|$1 -> |" | head -1
  > }
  $ for text in 'n=5' 'n=0x10' 'n = 7' 'n= 8' 'n: 9' 'n: 0x0000000a, m: 3' '(401136) n=11' '(1 <- 2) m=1 n=12 o=2' \
  > 	'n="13"' 'n=14, m=1' '(n=15)' 'n=16 [ns]' 'nn=1 n=17' 'm="n=1" n=18' 'm="a \" n=1" n=19' 'm="a n=20' 'a-n=1 n=1' \
  > 	'n=x n=21' 'n=18446744073709551615' 'n=9223372036854775807' 'n=-1' 'n=-0 n=3' 'n=0xffffffffffffffff' \
  > 	'n=18446744073709551616' 'n=0x10000000000000000' 'n=1.5' 'n=4kB' 'n=0x' 'n=' 'n' '' 'n==3' 'N=3' "it's n=22"; do
  > 	weigh "$text"
  > done
  n=5 -> prog;work 5
  n=0x10 -> prog;work 16
  n = 7 -> prog;work 7
  n= 8 -> prog;work 8
  n: 9 -> prog;work 9
  n: 0x0000000a, m: 3 -> prog;work 10
  (401136) n=11 -> prog;work 11
  (1 <- 2) m=1 n=12 o=2 -> prog;work 12
  n="13" -> prog;work 13
  n=14, m=1 -> prog;work 14
  (n=15) -> prog;work 15
  n=16 [ns] -> prog;work 16
  nn=1 n=17 -> prog;work 17
  m="n=1" n=18 -> prog;work 18
  m="a " n=1" n=19 -> prog;work 19
  m="a n=20 -> prog;work 20
  a-n=1 n=1 -> prog;work 1
  n=x n=21 -> prog;work 21
  n=18446744073709551615 -> collapse-perf: skipped 1 sample with a negative number in the field of --weight
  n=9223372036854775807 -> prog;work 9223372036854775807
  n=-1 -> collapse-perf: skipped 1 sample with a negative number in the field of --weight
  n=-0 n=3 -> collapse-perf: no stacks: none of 1 samples was selected
  n=0xffffffffffffffff -> collapse-perf: skipped 1 sample with a negative number in the field of --weight
  n=18446744073709551616 -> collapse-perf: skipped 1 sample without the field of --weight
  n=0x10000000000000000 -> collapse-perf: skipped 1 sample without the field of --weight
  n=1.5 -> collapse-perf: skipped 1 sample without the field of --weight
  n=4kB -> collapse-perf: skipped 1 sample without the field of --weight
  n=0x -> collapse-perf: skipped 1 sample without the field of --weight
  n= -> collapse-perf: skipped 1 sample without the field of --weight
  n -> collapse-perf: skipped 1 sample without the field of --weight
   -> collapse-perf: skipped 1 sample without the field of --weight
  n==3 -> collapse-perf: skipped 1 sample without the field of --weight
  N=3 -> collapse-perf: skipped 1 sample without the field of --weight
  it's n=22 -> prog;work 22
  $ echo == results of system calls
  == results of system calls
  $ result() # EVENT TEXT
  > {
  > 	printf 'prog 1/1 [000] 1.500000: %s: %s\n\t1000 work+0x1 (/bin/prog)\n\n' "$1" "$2" |
  > 		collapse-perf --no-header --weight ret 2>&1 | sed "s|^|$1 $2 -> |" | head -1
  > }
  $ result syscalls:sys_exit_read 0x10
  syscalls:sys_exit_read 0x10 -> prog;work 16
  $ result syscalls:sys_exit_read 0xfffffffffffffff2
  syscalls:sys_exit_read 0xfffffffffffffff2 -> collapse-perf: skipped 1 sample with a negative number in the field of --weight
  $ result raw_syscalls:sys_exit 'NR 0 = 16'
  raw_syscalls:sys_exit NR 0 = 16 -> prog;work 16
  $ result raw_syscalls:sys_exit 'NR 0 = -11'
  raw_syscalls:sys_exit NR 0 = -11 -> collapse-perf: skipped 1 sample with a negative number in the field of --weight
  $ result probe:f 0x10
  probe:f 0x10 -> collapse-perf: skipped 1 sample without the field of --weight
  $ echo == quotes without an end, half a million times
  == quotes without an end, half a million times
  $ {
  > 	printf 'prog 1/1 [000] 1.500000: probe:p: m="'
  > 	head -c 1000000 /dev/zero | tr '\0' '\\' | sed 's/\\\\/\\"/g'
  > 	printf ' n=5\n\t1000 work+0x1 (/bin/prog)\n\n'
  > } >long
  $ timeout 20 collapse-perf --weight n long
  # flambeau: event="probe:p (n)"
  # flambeau: unit=n
  # flambeau: samples=1
  prog;work 5

# weight-wrong
needs: python3
no such field, no number, another event: the fields that there are

  $ python3 -B "$TESTS/system/recordings/tracepoints.py" made
  $ show()
  > {
  > 	for input in trace.txt file.data; do
  > 		echo "== $* $input"
  > 		symfs=
  > 		[ $input = trace.txt ] || symfs='--symfs made/root'
  > 		collapse-perf $symfs "$@" made/$input 2>&1
  > 		echo "exit $?"
  > 	done
  > }
  $ show --weight nothing
  == --weight nothing trace.txt
  collapse-perf: skipped 3 samples without the field of --weight
  collapse-perf: no stacks: none of 10 samples was selected
  collapse-perf: --event-filter can select: probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1), task:rename (1)
  collapse-perf: --weight can select: bytes_alloc (3), bytes_req (3), call_site (3), node (3)
  exit 1
  == --weight nothing file.data
  collapse-perf: made/file.data: no event has a field nothing for --weight
  collapse-perf: --weight can select, of kmem:kmalloc: call_site, bytes_req, bytes_alloc, node
  collapse-perf: --weight can select, of kmem:kfree: call_site
  collapse-perf: --weight can select, of probe:read__return: __probe_func, __probe_ret_ip, ret, left
  collapse-perf: --weight can select, of task:rename: oom_score_adj
  collapse-perf: --weight can select, of syscalls:sys_exit_read: __syscall_nr, ret
  exit 1
  $ show --weight ret
  == --weight ret trace.txt
  collapse-perf: skipped 3 samples without the field of --weight
  collapse-perf: no stacks: none of 10 samples was selected
  collapse-perf: --event-filter can select: probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1), task:rename (1)
  collapse-perf: --weight can select: bytes_alloc (3), bytes_req (3), call_site (3), node (3)
  exit 1
  == --weight ret file.data
  collapse-perf: made/file.data: kmem:kmalloc has no field ret for --weight; --event-filter syscalls:sys_exit_read has it
  collapse-perf: --weight can select, of kmem:kmalloc: call_site, bytes_req, bytes_alloc, node
  collapse-perf: --weight can select, of kmem:kfree: call_site
  collapse-perf: --weight can select, of probe:read__return: __probe_func, __probe_ret_ip, ret, left
  collapse-perf: --weight can select, of task:rename: oom_score_adj
  collapse-perf: --weight can select, of syscalls:sys_exit_read: __syscall_nr, ret
  exit 1
  $ show --event-filter task:rename --weight path
  == --event-filter task:rename --weight path trace.txt
  collapse-perf: skipped 1 sample without the field of --weight
  collapse-perf: no stacks: none of 10 samples was selected
  collapse-perf: --event-filter can select: kmem:kmalloc (3), probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1)
  collapse-perf: --weight can select: oom_score_adj (1)
  exit 1
  == --event-filter task:rename --weight path file.data
  collapse-perf: made/file.data: the field path of task:rename is no number for --weight
  collapse-perf: --weight can select, of kmem:kmalloc: call_site, bytes_req, bytes_alloc, node
  collapse-perf: --weight can select, of kmem:kfree: call_site
  collapse-perf: --weight can select, of probe:read__return: __probe_func, __probe_ret_ip, ret, left
  collapse-perf: --weight can select, of task:rename: oom_score_adj
  collapse-perf: --weight can select, of syscalls:sys_exit_read: __syscall_nr, ret
  exit 1
  $ show --event-filter task:rename --weight oldcomm
  == --event-filter task:rename --weight oldcomm trace.txt
  collapse-perf: skipped 1 sample without the field of --weight
  collapse-perf: no stacks: none of 10 samples was selected
  collapse-perf: --event-filter can select: kmem:kmalloc (3), probe:read__return (3), syscalls:sys_exit_read (2), kmem:kfree (1)
  collapse-perf: --weight can select: oom_score_adj (1)
  exit 1
  == --event-filter task:rename --weight oldcomm file.data
  collapse-perf: made/file.data: the field oldcomm of task:rename is no number for --weight
  collapse-perf: --weight can select, of kmem:kmalloc: call_site, bytes_req, bytes_alloc, node
  collapse-perf: --weight can select, of kmem:kfree: call_site
  collapse-perf: --weight can select, of probe:read__return: __probe_func, __probe_ret_ip, ret, left
  collapse-perf: --weight can select, of task:rename: oom_score_adj
  collapse-perf: --weight can select, of syscalls:sys_exit_read: __syscall_nr, ret
  exit 1
  $ show --event-filter kmem:kfree --weight bytes_req
  == --event-filter kmem:kfree --weight bytes_req trace.txt
  collapse-perf: skipped 1 sample without the field of --weight
  collapse-perf: no stacks: none of 10 samples was selected
  collapse-perf: --event-filter can select: kmem:kmalloc (3), probe:read__return (3), syscalls:sys_exit_read (2), task:rename (1)
  collapse-perf: --weight can select: call_site (1)
  exit 1
  == --event-filter kmem:kfree --weight bytes_req file.data
  collapse-perf: made/file.data: kmem:kfree has no field bytes_req for --weight; --event-filter kmem:kmalloc has it
  collapse-perf: --weight can select, of kmem:kmalloc: call_site, bytes_req, bytes_alloc, node
  collapse-perf: --weight can select, of kmem:kfree: call_site
  collapse-perf: --weight can select, of probe:read__return: __probe_func, __probe_ret_ip, ret, left
  collapse-perf: --weight can select, of task:rename: oom_score_adj
  collapse-perf: --weight can select, of syscalls:sys_exit_read: __syscall_nr, ret
  exit 1
  $ show --weight ''
  == --weight  trace.txt
  collapse-perf: --weight needs the name of a field
  exit 2
  == --weight  file.data
  collapse-perf: --weight needs the name of a field
  exit 2
  $ echo == an event without fields
  == an event without fields
  $ printf 'prog 1/1 [000] 1.5: 10 cycles:\n\t1000 work+0x1 (/bin/prog)\n\n' >cycles
  $ collapse-perf --weight bytes_req cycles
  [1]
  $ python3 -B "$TESTS/system/recordings/perfdata.py" "$FIXTURES/perf/hybrid.txt" plain
  $ collapse-perf --weight bytes_req --symfs plain/root plain/file.data
  [1]
  $ echo == and under other names
  == and under other names
  $ stackcollapse-perf.pl --weight=ret made/trace.txt 2>&1 | head -1
  stackcollapse-perf.pl: option '--weight' is not known
  $ inferno-collapse-perf --weight ret made/trace.txt 2>&1 | head -1
  inferno-collapse-perf: option '--weight' is not known; try 'inferno-collapse-perf --help'
  $ cat err
  collapse-perf: skipped 1 sample without the field of --weight
  collapse-perf: no stacks: none of 1 samples was selected
  collapse-perf: plain/file.data: no event has a field bytes_req for --weight
  collapse-perf: the recording has no tracepoints or probes with fields

# wrong-input
needs: collapse-cpuprofile collapse-xctrace
what else it may be, and what to type, by file and by pipe

  $ try() {
  > 	"$@" >out 2>err
  > 	echo "exit $?, $(wc -c <out) bytes"
  > 	cat err
  > }
  $ try collapse-perf "$FIXTURES/dtrace/c.txt" 2>&1 | sed "s,$FIXTURES,fixtures,g"
  exit 1, 0 bytes
  collapse-perf: fixtures/dtrace/c.txt: this is DTrace's stack() and ustack(); try: collapse-dtrace fixtures/dtrace/c.txt
  $ try collapse-perf <"$FIXTURES/dtrace/c.txt"
  exit 1, 0 bytes
  collapse-perf: standard input: this is DTrace's stack() and ustack(); try: ... | collapse-dtrace
  $ cat "$FIXTURES/jstack/$(ls "$FIXTURES/jstack" | head -n 1)" | try collapse-perf
  exit 1, 0 bytes
  collapse-perf: standard input: this is thread dumps of Java; try: ... | collapse-jstack
  $ printf 'PERFILE2 and more' >perf.data
  $ try collapse-dtrace perf.data
  exit 1, 0 bytes
  collapse-dtrace: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | flamegraph > out.svg
  $ try collapse-speedscope perf.data
  exit 1, 0 bytes
  collapse-speedscope: perf.data: this is a recording of perf (perf.data); try: collapse-perf perf.data | flamegraph > out.svg
  $ try collapse-guess perf.data
  exit 1, 0 bytes
  collapse-guess: perf.data looks like perf
  collapse-guess: perf.data: not a header of perf.data: its size is 8245929428630004000 instead of 16 or 104
  $ printf 'FLR\000\000\002' >a.jfr
  $ try collapse-jfr a.jfr
  exit 1, 0 bytes
  collapse-jfr: a.jfr: byte 0: what follows is no chunk of a recording, ignored
  collapse-jfr: no events in the recording
  $ printf '# Overhead  Command\n# ........\n  12.00%%  cc1\n' >report.txt
  $ try collapse-perf report.txt
  exit 1, 0 bytes
  collapse-perf: report.txt: this is the report of perf report; try: perf script | collapse-perf | flamegraph > out.svg
  $ printf '\377\376p\000e\000r\000f\000' >wide.txt
  $ try collapse-perf wide.txt
  exit 1, 0 bytes
  collapse-perf: wide.txt: this is text in UTF-16; try: iconv -f UTF-16 -t UTF-8 wide.txt | collapse-perf
  $ printf 'PK\003\004zip' >a.zip
  $ try collapse-massif a.zip
  exit 1, 0 bytes
  collapse-massif: a.zip: this is a zip archive; unpack it, and give its files
  $ cp a.zip 'a b.zip'
  $ try collapse-massif 'a b.zip'
  exit 1, 0 bytes
  collapse-massif: a b.zip: this is a zip archive; unpack it, and give its files
  $ printf '<?xml version="1.0"?>\n<svg version="1.1"></svg>\n' >a.svg
  $ try collapse-perf a.svg
  exit 1, 0 bytes
  collapse-perf: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ try collapse-xctrace a.svg
  exit 1, 0 bytes
  collapse-xctrace: a.svg: this is an SVG picture; give the profile or the folded stacks that it was made from
  $ printf '<!DOCTYPE html>\n<p>' >a.html
  $ try collapse-guess a.html
  exit 1, 0 bytes
  collapse-guess: a.html: this is an HTML page; give the profile or the folded stacks that it was made from
  $ printf '{"a":[1,2]}' >a.json
  $ try collapse-perf a.json
  exit 1, 0 bytes
  collapse-perf: a.json: this is JSON in no known format; collapse-guess --list names the formats
  $ try collapse-guess a.json
  exit 1, 0 bytes
  collapse-guess: no format recognised; collapse-guess --list names the formats
  $ : >empty
  $ try collapse-perf empty
  exit 1, 0 bytes
  collapse-perf: nothing recognised: the input is empty

# opt-no-idle
of text, too: process 0, the kernel's idle loop, and no user code

  $ sample() # COMM ID FRAME...
  > {
  > 	echo "$1 $2 [000] 1.0: 10 cycles:"
  > 	shift 2
  > 	for frame; do
  > 		printf '\t%16x %s\n' 4096 "$frame"
  > 	done
  > 	echo
  > }
  $ loop() # ID
  > {
  > 	sample swapper "$1" 'native_safe_halt+0x1 ([kernel.kallsyms])' 'do_idle+0x1 ([kernel.kallsyms])' \
  > 		'cpu_startup_entry+0x1 ([kernel.kallsyms])' '[unknown] ([unknown])'
  > }
  $ busy()
  > {
  > 	sample swapper 9 'do_idle+0x1 (/opt/swapper)' 'main+0x1 (/opt/swapper)'
  > 	sample swapper 0 'start_kernel+0x1 (vmlinux)' 'x86_64_start_kernel+0x1 (vmlinux)'
  > 	sample worker 7 'schedule+0x1 ([kernel.kallsyms])' 'kthread+0x1 ([kernel.kallsyms])'
  > }
  $ nameless()
  > {
  > 	sample swapper 0 '[unknown] ([kernel.kallsyms])' '[unknown] ([kernel.kallsyms])'
  > }
  $ (loop 0 && busy && loop 0/0 && loop 0) | collapse-perf --no-header --no-idle 2>&1
  collapse-perf: left out 3 idle samples, 50 % of all; --idle keeps them
  swapper;main;do_idle 10
  swapper;x86_64_start_kernel;start_kernel 10
  worker;kthread;schedule 10
  $ echo "== without names"
  == without names
  $ (nameless && busy && nameless) | collapse-perf --no-header --no-idle 2>&1
  collapse-perf: left out 2 idle samples, 40 % of all; --idle keeps them
  swapper;main;do_idle 10
  swapper;x86_64_start_kernel;start_kernel 10
  worker;kthread;schedule 10
  $ echo "== in a pid namespace"
  == in a pid namespace
  $ (nameless && sample swapper 0 'main+0x1 (/opt/outside)' && loop 0 && nameless) | collapse-perf --no-header --no-idle 2>&1
  collapse-perf: left out 1 idle sample, 25 % of all; --idle keeps them
  swapper;[[kernel.kallsyms]];[[kernel.kallsyms]] 20
  swapper;main 10
  $ echo "== one line of the function"
  == one line of the function
  $ echo 'swapper 0 [000] 1.0: cycles: ffffffff81000000 do_idle+0x1 ([kernel.kallsyms])' | collapse-perf --no-header --no-idle 2>&1
  collapse-perf: left out 1 idle sample, 100 % of all; --idle keeps them
  collapse-perf: no call chains: record with perf record -g
  collapse-perf: no stacks: none of 1 samples was selected
  [1]

# recording-exports
needs: gcc strip python3
of a stripped library exported functions have names, but that samples are in others is said

  $ cat >lib.c <<'END'
  > __attribute__((noinline)) static int hidden(int x)
  > {
  > 	__asm__ volatile("" : "+r"(x));
  > 	return x;
  > }
  >
  > int shown(int x)
  > {
  > 	return hidden(x) + 1;
  > }
  > END
  $ gcc -O1 -shared -fPIC -Wl,--build-id=none -o libdemo.so lib.c || exit
  $ address() # FUNCTION
  > {
  > 	nm libdemo.so | sed -n "s/^0*\([0-9a-f]*\) . $1\$/0x\1/p"
  > }
  $ hidden=$(address hidden) shown=$(address shown)
  $ record() # ADDRESS...
  > {
  > 	python3 -B "$TESTS/system/recordings/split.py" record libdemo.so "$@" && collapse-perf --no-header program.data
  > }
  $ strip libdemo.so
  $ record $hidden $shown $hidden $shown
  demo;[libdemo.so] 2
  demo;shown 2
  $ record $shown $shown
  demo;shown 2
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 50 % of 4 samples (largest: libdemo.so: only exported functions have names); its -dbgsym or -debuginfo package may have the others

# recording-idle
needs: python3
--no-idle leaves out samples of idle processors, and says how many; never what runs outside of a pid namespace

  $ . "$INPUTS/recording-forms.sh"
  $ mkdir -p root/opt
  $ forms idle --kallsyms kallsyms
  == idle --kallsyms kallsyms
  :2;kthread;handle_irq 1
  swapper;[swapper];[swapper] 1
  swapper;cpu_startup_entry;do_idle 4
  swapper;cpu_startup_entry;do_idle;handle_irq 4
  swapper;start_kernel;handle_irq 1
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: swapper: no such file); --symfs may have it
  $ forms idle --kallsyms kallsyms --no-idle
  == idle --kallsyms kallsyms --no-idle
  :2;kthread;handle_irq 1
  swapper;[swapper];[swapper] 1
  swapper;start_kernel;handle_irq 1
  collapse-perf: no symbols for 1 of 1 files, 33 % of 3 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 8 idle samples, 72 % of all; --idle keeps them
  $ forms idle --kallsyms kallsyms --no-idle --all --pid
  == idle --kallsyms kallsyms --no-idle --all --pid
  :2-2;kthread_[k];handle_irq_[k] 1
  swapper-0;start_kernel_[k];handle_irq_[k] 1
  swapper-9;[swapper];[swapper] 1
  collapse-perf: no symbols for 1 of 1 files, 33 % of 3 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 8 idle samples, 72 % of all; --idle keeps them
  $ forms idle --kallsyms kallsyms --no-idle --labels pid,comm
  == idle --kallsyms kallsyms --no-idle --labels pid,comm
  @comm=:2;@pid=2;:2;kthread;handle_irq 1
  @comm=swapper;@pid=0;swapper;start_kernel;handle_irq 1
  @comm=swapper;@pid=9;swapper;[swapper];[swapper] 1
  collapse-perf: no symbols for 1 of 1 files, 33 % of 3 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 8 idle samples, 72 % of all; --idle keeps them
  $ forms idle --kallsyms kallsyms --no-idle --skip-after handle_irq
  == idle --kallsyms kallsyms --no-idle --skip-after handle_irq
  handle_irq 2
  swapper;[swapper];[swapper] 1
  collapse-perf: no symbols for 1 of 1 files, 33 % of 3 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 8 idle samples, 72 % of all; --idle keeps them
  $ forms idle --kallsyms kallsyms --no-idle --event-filter 'cyc*'
  == idle --kallsyms kallsyms --no-idle --event-filter cyc*
  cycles;:2;kthread;handle_irq 1
  cycles;swapper;[swapper];[swapper] 1
  cycles;swapper;start_kernel;handle_irq 1
  collapse-perf: no symbols for 1 of 1 files, 33 % of 3 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 8 idle samples, 72 % of all; --idle keeps them
  $ forms idle-inside --kallsyms kallsyms --no-idle
  == idle-inside --kallsyms kallsyms --no-idle
  :2;kthread;handle_irq 1
  [outside the namespace];[unknown];[unknown] 1
  [outside the namespace];[unknown];handle_irq 1
  swapper;[swapper];[swapper] 1
  swapper;start_kernel;handle_irq 1
  collapse-perf: RECORDING: 2 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: no symbols for 1 of 1 files, 20 % of 5 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 8 idle samples, 61 % of all; --idle keeps them
  $ echo "== the kernel has no names, or stacks are missing: all of process 0, but not in a namespace"
  == the kernel has no names, or stacks are missing: all of process 0, but not in a namespace
  $ forms idle --no-idle
  == idle --no-idle
  :2;[[kernel.kallsyms]];[[kernel.kallsyms]] 1
  swapper;[swapper];[swapper] 1
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 9 idle samples, 81 % of all; --idle keeps them
  $ forms idle-flat --kallsyms kallsyms --no-idle
  == idle-flat --kallsyms kallsyms --no-idle
  :2;handle_irq 1
  swapper;[swapper] 1
  collapse-perf: no symbols for 1 of 1 files, 14 % of 7 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 9 idle samples, 81 % of all; --idle keeps them
  collapse-perf: no call chains: record with perf record -g
  $ forms idle-inside --no-idle --labels pid,comm
  == idle-inside --no-idle --labels pid,comm
  @comm=:2;@pid=2;:2;[[kernel.kallsyms]];[[kernel.kallsyms]] 1
  @comm=[outside the namespace];@pid=0;[outside the namespace];[unknown];[[kernel.kallsyms]] 1
  @comm=[outside the namespace];@pid=0;[outside the namespace];[unknown];[unknown] 1
  @comm=swapper;@pid=0;swapper;[[kernel.kallsyms]];[[kernel.kallsyms]] 5
  @comm=swapper;@pid=0;swapper;[[kernel.kallsyms]];[[kernel.kallsyms]];[[kernel.kallsyms]] 4
  @comm=swapper;@pid=9;swapper;[swapper];[swapper] 1
  collapse-perf: RECORDING: 2 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 7 % of 13 samples (largest: swapper: no such file); --symfs may have it
  $ forms idle-inside-flat --kallsyms kallsyms --no-idle --pid
  == idle-inside-flat --kallsyms kallsyms --no-idle --pid
  :2-2;handle_irq 1
  [outside the namespace]-0;[unknown] 1
  swapper-0;handle_irq 6
  swapper-9;[swapper] 1
  collapse-perf: RECORDING: 1 sample is of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: no symbols for 1 of 1 files, 11 % of 9 samples (largest: swapper: no such file); --symfs may have it
  collapse-perf: left out 4 idle samples, 30 % of all; --idle keeps them
  collapse-perf: no call chains: record with perf record -g
  $ forms outside --no-idle
  == outside --no-idle
  :-1;[[kernel.kallsyms]] 1
  :8;[unknown] 1
  [outside the namespace];[unknown] 3
  [outside the namespace];[unknown];[[kernel.kallsyms]] 2
  inside;[inside] 1
  swapper;[[kernel.kallsyms]] 3
  collapse-perf: RECORDING: 5 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: kept 1 call chain without addresses, shown as one function
  $ forms outside-flat --no-idle
  == outside-flat --no-idle
  :-1;[[kernel.kallsyms]] 1
  :8;[unknown] 1
  [outside the namespace];[unknown] 3
  inside;[inside] 1
  swapper;[[kernel.kallsyms]] 5
  collapse-perf: RECORDING: 3 samples are of processes outside of the pid namespace that perf ran in, which have no names there (where only the kernel is in a stack, it is swapper's); perf record on the host names them
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: inside: no such file); --symfs may have it
  collapse-perf: no call chains: record with perf record -g
  $ echo "== the header; live"
  == the header; live
  $ collapse-perf --symfs root --kallsyms kallsyms --no-idle idle.data 2>&1 | grep "^#"
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0s
  # flambeau: samples=3
  # flambeau: idle=8
  # flambeau: unnamed=1
  $ collapse-perf --symfs root --no-idle idle.data 2>&1 | grep -e '^# ' -e idle
  collapse-perf: left out 9 idle samples, 81 % of all; --idle keeps them
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0s
  # flambeau: samples=2
  # flambeau: idle=9
  # flambeau: unnamed=2
  $ cat idle.pipe | collapse-perf --symfs root --kallsyms kallsyms --no-idle --live 100s 2>&1 | grep -v duration
  collapse-perf: no symbols for 1 of 1 files, 33 % of 3 samples (largest: swapper: no such file); --symfs may have it
  # flambeau: snapshot=1
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=3
  # flambeau: idle=8
  # flambeau: unnamed=1
  :2;kthread;handle_irq 1
  swapper;[swapper];[swapper] 1
  swapper;start_kernel;handle_irq 1
  # flambeau: end=1
  collapse-perf: left out 8 idle samples, 72 % of all; --idle keeps them
  $ cat idle.pipe | collapse-perf --symfs root --no-idle --live 100s 2>&1 | grep -v -e symbols -e duration
  # flambeau: snapshot=1
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: samples=2
  # flambeau: idle=9
  # flambeau: unnamed=2
  :2;[[kernel.kallsyms]];[[kernel.kallsyms]] 1
  swapper;[swapper];[swapper] 1
  # flambeau: end=1
  collapse-perf: left out 9 idle samples, 81 % of all; --idle keeps them
  $ echo "== nothing is left"
  == nothing is left
  $ collapse-perf --symfs root --kallsyms kallsyms --no-idle --pid-filter 0 --time 0,0.000000012 idle.data 2>&1
  collapse-perf: left out 8 idle samples, 88 % of all; --idle keeps them
  # flambeau: event=cycles
  # flambeau: unit=cycles
  # flambeau: duration=0s
  # flambeau: samples=1
  # flambeau: idle=8
  swapper;start_kernel;handle_irq 1
  $ echo "== others"
  == others
  $ collapse-perf --no-idle --idle idle.data 2>&1
  collapse-perf: options '--no-idle' and '--idle' exclude each other
  [2]
  $ collapse-perf --no-idle --list-events idle.data 2>&1
  collapse-perf: options '--no-idle' and '--list-events' exclude each other
  [2]
  $ collapse-perf --no-header --idle --symfs root --kallsyms kallsyms idle.data 2>&1 | head -n 3
  collapse-perf: no symbols for 1 of 1 files, 9 % of 11 samples (largest: swapper: no such file); --symfs may have it
  :2;kthread;handle_irq 1
  swapper;[swapper];[swapper] 1
  $ stackcollapse-perf.pl --no-idle idle.data 2>&1 | head -n 1
  stackcollapse-perf.pl: option '--no-idle' is not known

# thin-stacks
most functions have no name, or no callers: a line says so, and what to record instead

  $ samples() # COUNT FRAME...
  > {
  > 	count=$1
  > 	shift
  > 	while [ "$count" -gt 0 ]; do
  > 		echo "demo 7 [000] $count.0: 10 cycles:"
  > 		for frame; do
  > 			printf '\t%16x %s\n' 4096 "$frame"
  > 		done
  > 		echo
  > 		count=$((count - 1))
  > 	done
  > }
  $ good() # COUNT
  > {
  > 	samples "$1" 'leaf+0x1 (/opt/demo)' 'main+0x1 (/opt/demo)'
  > }
  $ ask() # OPTION...
  > {
  > 	collapse-perf --no-header "$@" >out 2>err
  > 	cat err
  > }
  $ echo "== good ones, and few bad ones"
  == good ones, and few bad ones
  $ good 40 | ask
  $ (good 40 && samples 10 '[unknown] ([unknown])') | ask
  $ samples 19 '[unknown] ([unknown])' | ask
  $ echo "== no names, with callers"
  == no names, with callers
  $ (good 40 && samples 40 '[unknown] (/opt/libfoo.so)' '[unknown] (/opt/libfoo.so)' 'main+0x1 (/opt/demo)') | ask
  collapse-perf: 50% of the samples are in functions without a name, most of them in libfoo.so: it is stripped; install its debugging symbols, or build it without -s and strip
  $ samples 40 '[unknown] (/opt/demo)' '[unknown] (/opt/demo)' '[unknown] (/opt/demo)' | ask
  collapse-perf: 100% of the samples are in functions without a name, most of them in demo: it is stripped; install its debugging symbols, or build it without -s and strip
  $ samples 40 '[unknown] (/tmp/perf-7.map)' '[unknown] (/tmp/perf-7.map)' | ask
  collapse-perf: 100% of the samples are in functions without a name, most of them made by a just-in-time compiler (perf-7.map): it writes a perf map if told to (node --perf-basic-prof, python3 -X perf, java -XX:+DumpPerfMapAtExit)
  $ samples 40 '[unknown] ([kernel.kallsyms])' '[unknown] ([kernel.kallsyms])' | ask
  collapse-perf: 100% of the samples are in functions without a name, most of them the kernel's: its symbols are hidden by kernel.kptr_restrict, or were recorded on another kernel
  $ echo "== no callers; code of a compiler is not built again"
  == no callers; code of a compiler is not built again
  $ samples 40 'leaf+0x1 (/opt/demo)' | ask
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  $ samples 40 'leaf+0x1 (/opt/demo)' '[unknown] ([unknown])' '[unknown] ([unknown])' | ask
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  $ samples 40 'leaf+0x1 (/opt/demo)' | ask --event-filter 'c*'
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  $ samples 40 '[unknown] (/tmp/perf-7.map)' | ask
  collapse-perf: 100% of the samples are in functions without a name, most of them made by a just-in-time compiler (perf-7.map): it writes a perf map if told to (node --perf-basic-prof, python3 -X perf, java -XX:+DumpPerfMapAtExit)
  $ samples 40 '[unknown] ([unknown])' | ask
  collapse-perf: 100% of the samples are in functions without a name: the program or a library is stripped; install its debugging symbols, or build it without -s and strip
  collapse-perf: 100% of the samples have no callers: there are no frame pointers; build with -fno-omit-frame-pointer (java -XX:+PreserveFramePointer), or record with perf record --call-graph dwarf
  $ echo "== nothing is said"
  == nothing is said
  $ samples 40 '[unknown] ([unknown])' | ask --no-advice
  $ samples 40 '[unknown] ([unknown])' | ask --list-events
  $ samples 40 'leaf+0x1 (/opt/demo)' | ask --skip-after leaf
  $ samples 40 '[unknown] ([unknown])' | ask -q
  $ samples 40 '[unknown] ([unknown])' | stackcollapse-perf.pl 2>&1
  demo;[unknown] 400
  $ samples 40 '[unknown] ([unknown])' | inferno-collapse-perf 2>&1
  demo;[unknown] 400

# advice-no-chains-fields
samples of one frame each in text that has no line for the event

  $ for i in $(seq 30); do printf '%17x spin+0x%x (/bin/worker)\n' $((0x401000 + i)) $i; done >text; collapse-perf --no-header text
  [unknown];spin 30
  $ cat err
  collapse-perf: no call chains: record with perf record -g

# recording-groups
needs: python3
Of events that are read together, each counts what it has grown since the sample before it.

  $ python3 "$TESTS/system/recordings/records.py" .
  $ for name in groups groups-big; do
  > 	for threads in 1 3; do
  > 		collapse-perf --no-header -j $threads --event-filter all <$name.pipe
  > 		collapse-perf --no-header -j $threads --event-filter member <$name.pipe
  > 	done
  > done
  leader;demo;[demo] 110
  member;demo;[demo] 60
  demo;[demo] 60
  leader;demo;[demo] 110
  member;demo;[demo] 60
  demo;[demo] 60
  leader;demo;[demo] 110
  member;demo;[demo] 60
  demo;[demo] 60
  leader;demo;[demo] 110
  member;demo;[demo] 60
  demo;[demo] 60
  $ cat err
  collapse-perf: no symbols for 1 of 1 files, 100 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: no symbols for 1 of 1 files, 66 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: left out 2 samples of other events: leader (2)
  collapse-perf: no symbols for 1 of 1 files, 100 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: no symbols for 1 of 1 files, 66 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: left out 2 samples of other events: leader (2)
  collapse-perf: no symbols for 1 of 1 files, 100 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: no symbols for 1 of 1 files, 66 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: left out 2 samples of other events: leader (2)
  collapse-perf: no symbols for 1 of 1 files, 100 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: no symbols for 1 of 1 files, 66 % of 6 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: skipped 2 damaged samples
  collapse-perf: left out 2 samples of other events: leader (2)

# recording-waiting
needs: python3
User parts of chains that the kernel delivers later.

  $ python3 "$TESTS/system/recordings/records.py" .
  $ for name in waiting.data waiting.pipe waiting-big.data waiting-big.pipe; do
  > 	for threads in 1 3; do
  > 		collapse-perf --no-header --tid -j $threads <$name
  > 	done
  > done
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  :8-7/8;[c];[[kernel.kallsyms]] 1
  demo-7/7;[[kernel.kallsyms]] 2
  demo-7/7;[a];[[kernel.kallsyms]] 2
  demo-7/7;[b];[b];[[kernel.kallsyms]] 1
  $ cat err
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux
  collapse-perf: kernel symbols not available: the recording does not say of which kernel; use --kallsyms or --vmlinux

# recording-lost
needs: python3
Records that perf lost, and maps without sense.

  $ python3 "$TESTS/system/recordings/records.py" .
  $ for name in lost.data lost.pipe lost-big.data; do
  > 	collapse-perf --no-header $name
  > done
  demo;[demo] 2
  demo;[demo];[library] 1
  demo;[good] 2
  demo;[demo] 2
  demo;[demo];[library] 1
  demo;[good] 2
  demo;[demo] 2
  demo;[demo];[library] 1
  demo;[good] 2
  $ cat err
  collapse-perf: lost.data: perf lost 12 records
  collapse-perf: no symbols for 3 of 3 files, 100 % of 5 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: lost.pipe: perf lost 12 records
  collapse-perf: no symbols for 3 of 3 files, 100 % of 5 samples (largest: demo: no such file); --symfs may have it
  collapse-perf: lost-big.data: perf lost 18446744073709551615 records
  collapse-perf: no symbols for 3 of 3 files, 100 % of 5 samples (largest: demo: no such file); --symfs may have it

# wall

needs: python3

A recording with records of switches counts the time of threads, in nanoseconds: what a thread waits for, too.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 1000 in 7
  > 1100 sample 7 main;work
  > 1200 fork 8 7
  > 1300 sample 7 main;work;deep
  > 1350 switch 7 main;lock;k:do_futex;k:futex_wait_queue;k:schedule
  > 1400 out 7
  > 1500 in 8
  > 1600 sample 8 start;spin
  > 1650 wake 7 8 start;unlock
  > 1700 preempt 8
  > 1750 in 7
  > 1800 in 8
  > 1850 exit 8
  > 1900 sample 7 main;work
  > round
  > 2000 exit 7
  > END
  $ wall() { python3 -B "$TESTS/system/recordings/wall.py" "$@" made; }
  $ show() { collapse-perf --symfs made/root --no-header "$@" 2>&1; }
  $ wall cpu-clock,context-switches,sched:sched_waking <history
  $ collapse-perf --stats --symfs made/root --labels state made/wall.data 2>&1 | grep -v ' bytes, \|symbols, '
  collapse-perf: made/wall.data: 2 threads, 900 ns running, 500 ns runnable, 250 ns blocked, 50 ns on a processor with the stack of a switch or an older one, 300 ns without a stack, 0 ns between records of which one was lost
  # flambeau: event=wall-clock
  # flambeau: unit=ns
  # flambeau: frequency=999
  # flambeau: duration=0s
  # flambeau: samples=5
  # flambeau: unnamed=1
  @state=blocked:lock;demo;main;lock;do_futex;futex_wait_queue;schedule 250
  @state=runnable;demo;[not sampled] 300
  @state=runnable;demo;main;lock;do_futex;futex_wait_queue;schedule 100
  @state=runnable;demo;start;spin 100
  @state=running;demo;main;work 350
  @state=running;demo;main;work;deep 300
  @state=running;demo;start;spin 250
  $ collapse-perf --symfs made/root --labels all made/wall.data 2>&1 | grep '^# flambeau: [eu]' # unnamed is one
  # flambeau: event=wall-clock
  # flambeau: unit=ns
  # flambeau: unnamed=1
  $ show made/wall.data
  demo;[not sampled] 300
  demo;main;lock;do_futex;futex_wait_queue;schedule 350
  demo;main;work 350
  demo;main;work;deep 300
  demo;start;spin 350
  $ show --states running made/wall.data
  demo;main;work 350
  demo;main;work;deep 300
  demo;start;spin 250
  $ show --states blocked made/wall.data
  demo;main;lock;do_futex;futex_wait_queue;schedule 250
  $ show --states runnable,blocked:io --tid made/wall.data
  demo-7/7;main;lock;do_futex;futex_wait_queue;schedule 100
  demo-7/8;[not sampled] 300
  demo-7/8;start;spin 100
  $ show --labels state made/wall.data | collapse-filter --where state=blocked:lock
  @state=blocked:lock;demo;main;lock;do_futex;futex_wait_queue;schedule 250
  $ show --states asleep made/wall.data
  collapse-perf: option '--states' cannot take 'asleep': there is no state 'asleep'; try 'collapse-perf --help'
  [2]
  $ show --tid-filter 8 made/wall.data
  demo;[not sampled] 300
  demo;start;spin 350
  $ for options in --wide --pipe --swapped; do
  > 	wall $options cpu-clock,context-switches,sched:sched_waking <history
  > 	show --labels state,tid made/wall.data >"got$options"
  > 	show --labels state,tid -j 1 - <made/wall.data | cmp - "got$options"
  > 	cmp -- got--wide "got$options"
  > done
  $ cat got--wide
  @state=blocked:lock;@tid=7;demo;main;lock;do_futex;futex_wait_queue;schedule 250
  @state=runnable;@tid=7;demo;main;lock;do_futex;futex_wait_queue;schedule 100
  @state=runnable;@tid=8;demo;[not sampled] 300
  @state=runnable;@tid=8;demo;start;spin 100
  @state=running;@tid=7;demo;main;work 350
  @state=running;@tid=7;demo;main;work;deep 300
  @state=running;@tid=8;demo;start;spin 250

Samples are counted where an event is chosen, and under the originals' names.

  $ show --event-filter cpu-clock made/wall.data
  collapse-perf: left out 2 samples of other events: context-switches (1), sched:sched_waking (1)
  demo;main;work 2
  demo;main;work;deep 1
  demo;start;spin 1
  $ show --list-events made/wall.data
  context-switches 1 1
  cpu-clock 4 4
  sched:sched_waking 1 1
  $ stackcollapse-perf.pl --symfs made/root made/wall.data
  demo;main;work 2
  demo;main;work;deep 1
  demo;start;spin 1

Without stacks at switches; without records of who is woken; without records of switches.

  $ grep -v 'switch\|wake' history | wall cpu-clock
  $ collapse-perf --symfs made/root --labels state made/wall.data 2>&1
  collapse-perf: made/wall.data: switches have no stacks: waits have that of the thread's last sample; record-stacks --wall has their own at kernel.perf_event_paranoid 1 and as root
  # flambeau: event=wall-clock
  # flambeau: unit=ns
  # flambeau: frequency=999
  # flambeau: duration=0s
  # flambeau: stacks=sampled
  # flambeau: runnable=preempted
  # flambeau: samples=4
  # flambeau: unnamed=1
  @state=blocked;demo;main;work;deep 350
  @state=runnable;demo;[not sampled] 300
  @state=runnable;demo;start;spin 100
  @state=running;demo;main;work 350
  @state=running;demo;main;work;deep 300
  @state=running;demo;start;spin 250
  $ python3 -B "$TESTS/system/recordings/perfdata.py" "$FIXTURES/perf/threads-fp.txt" samples
  $ show --states running samples/file.data; echo "exit $?"
  collapse-perf: samples/file.data: no records of switches: record-stacks --wall, perf record --switch-events and perf sched record -g make them
  exit 1
  $ cat err
  collapse-filter: left out 6 of 7 stacks
  stackcollapse-perf.pl: Filtering for events of type: context-switches

# wall-lost

needs: python3

A record that was lost takes no time away.

  $ cat >history <<'END'
  > 1000 in 7
  > 1100 sample 7 main;a
  > 1300 in 7
  > 1400 sample 7 main;b
  > 1500 out 7
  > 1700 sample 7 main;c
  > 1800 out 7
  > 1850 out 7
  > 1900 out 8
  > 2000 switch 9 main;d
  > 2000 out 9
  > 1950 in 9
  > 1500 lost 4
  > 2500 in 8
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches made <history
  $ collapse-perf --stats --symfs made/root --labels tid,state made/wall.data 2>&1 | grep -v ' bytes, \|symbols, '
  collapse-perf: made/wall.data: perf lost 4 records
  collapse-perf: made/wall.data: 3 threads, 450 ns running, 0 ns runnable, 2200 ns blocked, 50 ns on a processor with the stack of a switch or an older one, 600 ns without a stack, 200 ns between records of which one was lost
  # flambeau: event=wall-clock
  # flambeau: unit=ns
  # flambeau: frequency=999
  # flambeau: duration=0s
  # flambeau: runnable=preempted
  # flambeau: samples=4
  # flambeau: lost=4
  # flambeau: unnamed=1
  @state=blocked;@tid=7;:7;main;a 200
  @state=blocked;@tid=7;:7;main;b 200
  @state=blocked;@tid=7;:7;main;c 700
  @state=blocked;@tid=8;:8;[not sampled] 600
  @state=blocked;@tid=9;:9;main;d 500
  @state=running;@tid=7;:7;main;a 100
  @state=running;@tid=7;:7;main;b 200
  @state=running;@tid=7;:7;main;c 100
  @state=running;@tid=9;:9;main;d 50

# wall-damaged

A damaged recording of switches: an error, whatever its samples were worth so far.

  $ collapse-perf "$INPUTS/wall-damaged.data" 2>&1 | sed "s|$INPUTS/||"
  collapse-perf: wall-damaged.data: the recording ends in the middle: perf was killed, or it was cut
  collapse-perf: no samples in the recording

# wall-attached

needs: python3

Threads that were there before begin with the recording, and one that waits all the time is there.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 0 comm 8 demo
  > 0 comm 9 demo
  > 1000 in 7
  > 1200 sample 7 main;work
  > 1500 in 8
  > 1600 out 8
  > 3000 out 7
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches made <history
  $ collapse-perf --symfs made/root --no-header --labels tid,state made/wall.data
  @state=blocked;@tid=8;demo;[not sampled] 1900
  @state=blocked;@tid=9;demo;[not sampled] 2000
  @state=running;@tid=7;demo;main;work 2000
  @state=running;@tid=8;demo;[not sampled] 100
  $ python3 -B "$TESTS/system/recordings/wall.py" --wide cpu-clock,context-switches made <history
  $ collapse-perf --symfs made/root --no-header --labels tid,state made/wall.data
  @state=blocked;@tid=8;demo;[not sampled] 1900
  @state=running;@tid=7;demo;main;work 2000
  @state=running;@tid=8;demo;[not sampled] 100

# wall-kinds

needs: python3

What a thread waits for is said by the functions of the kernel, and without those by that of libc.

  $ while read -r stack; do
  > 	printf '%s\n' '1000 in 7' "1000 switch 7 $stack" '1000 out 7' '1001 in 7' |
  > 		python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches made
  > 	collapse-perf --symfs made/root --no-header --labels state made/wall.data
  > done <<'END'
  > main;k:do_futex;k:futex_wait;k:schedule
  > main;k:rwsem_down_write_slowpath;k:schedule
  > main;k:vfs_read;k:filemap_read;k:folio_wait_bit_common;k:io_schedule;k:schedule
  > main;k:asm_exc_page_fault;k:filemap_fault;k:io_schedule;k:schedule
  > main;k:asm_exc_page_fault;k:handle_mm_fault;k:down_read;k:schedule
  > main;k:tcp_recvmsg;k:sk_wait_data;k:wait_woken;k:schedule
  > main;k:inet_csk_accept;k:schedule
  > main;k:do_epoll_wait;k:ep_poll;k:schedule
  > main;k:do_sys_poll;k:poll_schedule_timeout.constprop.0;k:schedule
  > main;k:hrtimer_nanosleep;k:do_nanosleep;k:schedule
  > main;k:vfs_read;k:pipe_read;k:schedule
  > main;k:kernel_wait4;k:do_wait;k:schedule
  > main;k:do_sigtimedwait;k:schedule
  > pipe_read;k:do_sigtimedwait;k:schedule
  > main;epoll_wait
  > main;nanosleep
  > main;pthread_cond_wait
  > main;work
  > END
  @state=blocked:lock;:7;main;do_futex;futex_wait;schedule 1
  @state=blocked:lock;:7;main;rwsem_down_write_slowpath;schedule 1
  @state=blocked:io;:7;main;vfs_read;filemap_read;folio_wait_bit_common;io_schedule;schedule 1
  @state=blocked:fault;:7;main;asm_exc_page_fault;filemap_fault;io_schedule;schedule 1
  @state=blocked:lock;:7;main;asm_exc_page_fault;handle_mm_fault;down_read;schedule 1
  @state=blocked:net;:7;main;tcp_recvmsg;sk_wait_data;wait_woken;schedule 1
  @state=blocked:net;:7;main;inet_csk_accept;schedule 1
  @state=blocked:poll;:7;main;do_epoll_wait;ep_poll;schedule 1
  @state=blocked:poll;:7;main;do_sys_poll;poll_schedule_timeout.constprop.0;schedule 1
  @state=blocked:sleep;:7;main;hrtimer_nanosleep;do_nanosleep;schedule 1
  @state=blocked:pipe;:7;main;vfs_read;pipe_read;schedule 1
  @state=blocked:child;:7;main;kernel_wait4;do_wait;schedule 1
  @state=blocked:other;:7;main;do_sigtimedwait;schedule 1
  @state=blocked:other;:7;pipe_read;do_sigtimedwait;schedule 1
  @state=blocked:poll;:7;main;epoll_wait 1
  @state=blocked:sleep;:7;main;nanosleep 1
  @state=blocked:lock;:7;main;pthread_cond_wait 1
  @state=blocked;:7;main;work 1

# wall-end

needs: python3

A thread that is preempted while it ends comes back, and leaves for the last time, after its end. That time counts where it is recorded, which is of all processors. A later thread of its number begins with a fork.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 0 comm 8 demo
  > 1000 in 7
  > 1100 sample 7 main;work
  > 1150 in 8
  > 1160 sample 8 start;spin
  > 1200 exit 8
  > 1210 preempt 8
  > 1250 in 8
  > 1260 switch 8 k:do_exit;k:do_task_dead
  > 1270 out 8
  > 1800 fork 8 7
  > 1900 in 8
  > 1950 sample 8 start;spin
  > 2000 out 8
  > 2100 out 7
  > END
  $ for how in '' --wide; do python3 -B "$TESTS/system/recordings/wall.py" $how cpu-clock,context-switches made <history; collapse-perf --symfs made/root --no-header --labels state --tid made/wall.data; done
  @state=blocked;demo-7/8;[not sampled] 150
  @state=blocked;demo-7/8;start;spin 100
  @state=runnable;demo-7/8;[not sampled] 100
  @state=running;demo-7/7;main;work 1100
  @state=running;demo-7/8;start;spin 150
  @state=blocked;demo-7/8;[not sampled] 150
  @state=blocked;demo-7/8;start;spin 100
  @state=runnable;demo-7/8;[not sampled] 100
  @state=runnable;demo-7/8;start;spin 40
  @state=running;demo-7/7;main;work 1100
  @state=running;demo-7/8;do_exit;do_task_dead 20
  @state=running;demo-7/8;start;spin 160

# wall-time

needs: python3

--time keeps the part of each wait that lies in it.

  $ cat >history <<'END'
  > 1000000000 in 7
  > 1100000000 sample 7 main;work
  > 1200000000 switch 7 main;wait
  > 1200000000 out 7
  > 1900000000 in 7
  > 2000000000 sample 7 main;work
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches made <history
  $ for time in 1.05,1.15 1.3,1.4 +0.15,+0.95 1.25, ,1.1; do
  > 	echo "== $time"
  > 	collapse-perf --symfs made/root --no-header --time "$time" made/wall.data
  > done
  == 1.05,1.15
  :7;main;work 100000000
  == 1.3,1.4
  :7;main;wait 100000000
  == +0.15,+0.95
  :7;main;wait 700000000
  :7;main;work 100000000
  == 1.25,
  :7;main;wait 650000000
  :7;main;work 100000000
  == ,1.1
  :7;main;work 100000000

# wall-spread

needs: python3

With times each bin has the part of a wait that lies in it; a wait of more than ten thousand bins is spread over some of
them.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 1000000000 in 7
  > 1100000000 sample 7 main;work
  > 1250000000 switch 7 main;wait
  > 1250000000 out 7
  > 1900000000 in 7
  > 2000000000 sample 7 main;work
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches made <history
  $ show() { collapse-perf --symfs made/root --no-header "$@" made/wall.data; }
  $ show --labels time=300ms,state
  @time=0.0;@state=blocked;demo;main;wait 50000000
  @time=0.0;@state=running;demo;main;work 250000000
  @time=0.3;@state=blocked;demo;main;wait 300000000
  @time=0.6;@state=blocked;demo;main;wait 300000000
  @time=0.9;@state=running;demo;main;work 100000000
  $ show --labels time=300ms --absolute-time
  @time=0.9;demo;main;work 200000000
  @time=1.2;demo;main;wait 250000000
  @time=1.2;demo;main;work 50000000
  @time=1.5;demo;main;wait 300000000
  @time=1.8;demo;main;wait 100000000
  @time=1.8;demo;main;work 100000000
  $ show --labels time=500ms,tid --time 1.3,1.7 --states blocked
  @time=0.0;@tid=7;demo;main;wait 200000000
  @time=0.5;@tid=7;demo;main;wait 200000000
  $ show --labels time=500ms --launcher demo
  [1]
  $ show --labels time=10us | wc -l
  36787
  $ show --labels time=10us | collapse-filter --drop-label time
  demo;main;wait 650000000
  demo;main;work 350000000
  $ show --labels time=300ms --latency
  @time=0.0;demo;main;work 250000000
  @time=0.9;demo;main;work 100000000
  $ cat err
  collapse-perf: no samples in the recording

# wall-latency

needs: python3

One thread runs a second alone, then two run for a second at once: each has half of it.

  $ cat >history <<'END'
  > 1000000000 in 7
  > 1500000000 sample 7 main;serial
  > 2000000000 switch 7 main;join
  > 2000000000 out 7
  > 2000000000 in 8
  > 2000000000 in 9
  > 2500000000 sample 8 start;parallel
  > 2500000000 sample 9 start;parallel
  > 3000000000 exit 8
  > 3000000000 exit 9
  > 3000000000 in 7
  > 3000000001 exit 7
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches made <history
  $ show() { collapse-perf --symfs made/root --latency "$@" made/wall.data 2>&1; }
  $ show
  # flambeau: event=latency
  # flambeau: unit=ns
  # flambeau: frequency=999
  # flambeau: duration=2s
  # flambeau: samples=4
  :7;main;join 1
  :7;main;serial 1000000000
  :8;start;parallel 500000000
  :9;start;parallel 500000000
  $ show --no-header --tid --tid-filter 8 --tid-filter 7
  :7-7/7;main;join 1
  :7-7/7;main;serial 1000000000
  :8-7/8;start;parallel 1000000000
  $ show --no-header --comm nobody
  collapse-perf: no samples in the recording
  [1]
  $ show --states running
  collapse-perf: options '--latency' and '--states' exclude each other
  [2]

Without records of switches a thread runs for the period before each sample, and a line says so.

  $ cp "$FIXTURES/perf/threads-fp.txt" text
  $ collapse-perf --latency text 2>&1
  collapse-perf: --latency is for a recording of perf, and text is text
  [1]
  $ python3 -B "$TESTS/system/recordings/perfdata.py" "$FIXTURES/perf/threads-fp.txt" samples
  $ collapse-perf --latency --symfs samples/root samples/file.data 2>&1 | head -n 3
  collapse-perf: samples/file.data: no records of switches: who runs is taken from the times of samples; perf record --switch-events says it
  # flambeau: event=latency
  # flambeau: unit=ns

# wall-wakers

needs: python3

Who ended a wait is above it, and the path that bounded the time goes through threads that woke each other.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 1000 in 7
  > 1100 sample 7 main;setup
  > 1200 fork 8 7
  > 1200 fork 9 7
  > 1300 switch 7 main;join;k:do_futex;k:schedule
  > 1300 out 7
  > 1300 in 8
  > 1300 in 9
  > 1400 sample 8 start;b
  > 1500 switch 8 start;lock;k:do_futex;k:schedule
  > 1500 out 8
  > 1900 sample 9 start;c
  > 2000 wake 8 9 start;c;unlock
  > 2050 sample 9 start;cleanup
  > 2100 in 8
  > 2100 exit 9
  > 2200 sample 8 start;b2
  > 2300 wake 7 8 start;exit
  > 2350 exit 8
  > 2400 in 7
  > 2500 sample 7 main;end
  > 2500 exit 7
  > END
  $ wall() { python3 -B "$TESTS/system/recordings/wall.py" "$@" made; }
  $ show() { collapse-perf --symfs made/root --no-header "$@" made/wall.data 2>&1; }
  $ wall cpu-clock,context-switches,sched:sched_waking <history
  $ show --wakers --labels state,tid
  @state=blocked:lock;@tid=7;demo;main;join;do_futex;schedule;--;exit;start;demo 1000
  @state=blocked:lock;@tid=8;demo;start;lock;do_futex;schedule;--;unlock;c;start;demo 500
  @state=runnable;@tid=7;demo;main;join;do_futex;schedule 100
  @state=runnable;@tid=8;demo;[not sampled] 100
  @state=runnable;@tid=8;demo;start;lock;do_futex;schedule 100
  @state=runnable;@tid=9;demo;[not sampled] 100
  @state=running;@tid=7;demo;main;end 100
  @state=running;@tid=7;demo;main;setup 300
  @state=running;@tid=8;demo;start;b 200
  @state=running;@tid=8;demo;start;b2 250
  @state=running;@tid=9;demo;start;c 600
  @state=running;@tid=9;demo;start;cleanup 200
  $ show --wakers --states blocked
  demo;main;join;do_futex;schedule;--;exit;start;demo 1000
  demo;start;lock;do_futex;schedule;--;unlock;c;start;demo 500
  $ show --critical-path --labels thread,state
  @state=runnable;@thread=demo (7);demo;main;join;do_futex;schedule;[waiting for a processor] 100
  @state=runnable;@thread=demo (8);demo;start;lock;do_futex;schedule;[waiting for a processor] 100
  @state=runnable;@thread=demo (9);demo;[not sampled];[waiting for a processor] 100
  @state=running;@thread=demo (7);demo;main;end 100
  @state=running;@thread=demo (7);demo;main;setup 200
  @state=running;@thread=demo (8);demo;start;b2 200
  @state=running;@thread=demo (9);demo;start;c 600
  @state=running;@thread=demo (9);demo;start;cleanup 100
  $ show --critical-path=8
  demo;[not sampled];[waiting for a processor] 100
  demo;start;b2 250
  demo;start;c 600
  demo;start;cleanup 100
  demo;start;lock;do_futex;schedule;[waiting for a processor] 100
  $ show --critical-path=demo | awk '{ sum += $NF } END { print sum }'
  1500
  $ show --critical-path=nobody
  collapse-perf: made/wall.data: no thread nobody for --critical-path
  [1]

A wait that an interrupt ended, or a thread that is not recorded, is itself the path.

  $ cat >history <<'END'
  > 1000 in 7
  > 1100 switch 7 main;sleep;k:do_nanosleep;k:schedule
  > 1100 out 7
  > 1400 wake 7 0
  > 1500 in 7
  > 1600 switch 7 main;read;k:filemap_read;k:io_schedule
  > 1600 out 7
  > 1700 wake 7 0
  > 1700 in 7
  > 1800 switch 7 main;recv;k:tcp_recvmsg;k:schedule
  > 1800 out 7
  > 1900 wake 7 99 other;send
  > 1900 in 7
  > 2000 exit 7
  > END
  $ wall cpu-clock,context-switches,sched:sched_waking <history
  $ show --wakers
  :7;main;read;filemap_read;io_schedule 100
  :7;main;read;filemap_read;io_schedule;--;[io] 100
  :7;main;recv;tcp_recvmsg;schedule 200
  :7;main;recv;tcp_recvmsg;schedule;--;send;other;:99 100
  :7;main;sleep;do_nanosleep;schedule 200
  :7;main;sleep;do_nanosleep;schedule;--;[timer] 300
  $ show --critical-path
  :7;main;read;filemap_read;io_schedule 200
  :7;main;recv;tcp_recvmsg;schedule 300
  :7;main;sleep;do_nanosleep;schedule 400
  :7;main;sleep;do_nanosleep;schedule;[waiting for a processor] 100
  $ grep -v wake history | wall cpu-clock,context-switches
  $ show --wakers
  collapse-perf: made/wall.data: who woke whom was not recorded; record-stacks --wall does it where sched:sched_waking is allowed, as to root
  :7;main;read;filemap_read;io_schedule 200
  :7;main;recv;tcp_recvmsg;schedule 300
  :7;main;sleep;do_nanosleep;schedule 500
  $ cp "$FIXTURES/perf/threads-fp.txt" text
  $ collapse-perf --wakers text 2>&1
  collapse-perf: --wakers is for a recording of perf, and text is text
  [1]
  $ python3 -B "$TESTS/system/recordings/perfdata.py" "$FIXTURES/perf/threads-fp.txt" samples
  $ collapse-perf --critical-path samples/file.data 2>&1
  collapse-perf: samples/file.data: no records of switches: record-stacks --wall, perf record --switch-events and perf sched record -g make them
  [1]

# wall-woken-early

needs: python3

A thread that is woken before the record of its leaving does not wait, unless another waking follows.

  $ cat >history <<'END'
  > 0 comm 7 demo
  > 0 comm 9 demo
  > 1000 in 7
  > 1000 in 9
  > 1100 sample 7 main;work
  > 1200 switch 7 main;lock;k:do_futex;k:schedule
  > 1210 wake 7 9 start;unlock
  > 1220 out 7
  > 1500 in 7
  > 1600 sample 7 main;work
  > 1700 wake 7 9 start;unlock
  > 1800 switch 7 main;read;k:pipe_read;k:schedule
  > 1810 out 7
  > 2000 wake 7 9 start;write
  > 2100 in 7
  > 2200 sample 7 main;work
  > 2200 sample 9 start;work
  > 2200 exit 7
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" cpu-clock,context-switches,sched:sched_waking made <history
  $ for wakers in '' --wakers; do collapse-perf --symfs made/root --no-header --labels state,tid $wakers made/wall.data 2>&1; done
  @state=blocked:pipe;@tid=7;demo;main;read;pipe_read;schedule 190
  @state=runnable;@tid=7;demo;main;lock;do_futex;schedule 280
  @state=runnable;@tid=7;demo;main;read;pipe_read;schedule 100
  @state=running;@tid=7;demo;main;work 630
  @state=running;@tid=9;demo;start;work 1200
  @state=blocked:pipe;@tid=7;demo;main;read;pipe_read;schedule;--;write;start;demo 190
  @state=runnable;@tid=7;demo;main;lock;do_futex;schedule 280
  @state=runnable;@tid=7;demo;main;read;pipe_read;schedule 100
  @state=running;@tid=7;demo;main;work 630
  @state=running;@tid=9;demo;start;work 1200

# wall-sched

needs: python3

The scheduler's tracepoints alone, of perf sched record -g, say it too: state 0 is preempted, 16 has ended.

  $ cat >history <<'END'
  > 1000 sched 7 8 0 main;work
  > 1100 sched 8 9 1 start;wait
  > 1200 wake 8 9 start;c
  > 1300 sched 9 7 16 start;exits
  > 1400 sched 7 8 256 main;work
  > 1500 sched 8 7 2 start;wait
  > 1600 sched 7 0 1 main;sleep
  > 1700 sched 0 7 0 idle
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" --wide sched:sched_switch,sched:sched_waking made <history
  $ collapse-perf --symfs made/root --no-header --labels state,tid made/wall.data
  @state=blocked:sleep;@tid=7;:7;main;sleep 100
  @state=blocked;@tid=8;:8;start;wait 300
  @state=runnable;@tid=7;:7;main;work 400
  @state=runnable;@tid=8;:8;start;wait 200
  @state=running;@tid=7;:7;main;sleep 100
  @state=running;@tid=7;:7;main;work 100
  @state=running;@tid=8;:8;start;wait 200
  @state=running;@tid=9;:9;start;exits 200
  $ collapse-perf --symfs made/root --no-header --wakers --states blocked made/wall.data
  :7;main;sleep 100
  :8;start;wait 200
  :8;start;wait;--;c;start;:9 100

# wall-sched-gone

needs: python3

perf has no number for a thread that has ended: what leaves a processor, and after what another comes, is in the tracepoint.

  $ cat >history <<'END'
  > 1000 sched 7 8 0 main;work
  > 1100 sched 8 9 1 start;wait
  > 1200 exit 9
  > 1250 gone 9 7 256
  > 1300 sched 7 9 0 main;work
  > 1350 gone 9 7 16
  > 1500 sched 7 0 1 main;sleep
  > 1700 sched 0 7 0 idle
  > END
  $ python3 -B "$TESTS/system/recordings/wall.py" --wide sched:sched_switch,sched:sched_waking made <history
  $ collapse-perf --symfs made/root --no-header --labels state,tid made/wall.data
  @state=blocked:sleep;@tid=7;:7;main;sleep 200
  @state=blocked;@tid=8;:8;start;wait 600
  @state=runnable;@tid=7;:7;main;work 300
  @state=running;:-1;[unknown] 50
  @state=running;@tid=7;:7;main;sleep 150
  @state=running;@tid=7;:7;main;work 50
  @state=running;@tid=8;:8;start;wait 100
  @state=running;@tid=9;:9;[not sampled] 100
  $ cat err
  collapse-perf: kept 1 call chain without addresses, shown as one function
