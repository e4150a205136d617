SPDX-License-Identifier: MIT

# awk-variables
needs: stackcollapse-perf-sched.awk
variables stand among the files and behind -v; what is none of them is a file

  $ cp "$FIXTURES/perf-sched/wakeups.txt" in
  $ stackcollapse-perf-sched.awk in >plain
  $ stackcollapse-perf-sched.awk -v record_tid=1 in >threads
  $ cmp -s plain threads
  [1]
  $ for words in 'record_tid=1 in' 'in record_tid=1' '-vrecord_tid=1 in' 'record_tid=0 in record_tid=1'; do
  > 	stackcollapse-perf-sched.awk $words | cmp - threads
  > done
  $ for file in =1 record_tidy=1 record_ti=1 record_tid; do
  > 	cp in $file
  > 	stackcollapse-perf-sched.awk $file | cmp - plain
  > done
  $ for words in '-v record_tidy=1' '-v record_tid' --record_tid=1; do
  > 	stackcollapse-perf-sched.awk $words in
  > done
  [2]
  $ stackcollapse-perf-sched.awk in -v
  [2]
  $ cp in record_tid=1
  $ collapse-perf-sched in >own
  $ collapse-perf-sched record_tid=1 | cmp - own
  $ cat err
  stackcollapse-perf-sched.awk: option 'record_tidy=1' is not a variable of this program
  stackcollapse-perf-sched.awk: usage: stackcollapse-perf-sched.awk [OPTION...] [FILE...]
  stackcollapse-perf-sched.awk: option 'record_tid' is not a variable of this program
  stackcollapse-perf-sched.awk: usage: stackcollapse-perf-sched.awk [OPTION...] [FILE...]
  stackcollapse-perf-sched.awk: option '--record_tid' is not known
  stackcollapse-perf-sched.awk: usage: stackcollapse-perf-sched.awk [OPTION...] [FILE...]
  stackcollapse-perf-sched.awk: option '-v' needs a value
  stackcollapse-perf-sched.awk: usage: stackcollapse-perf-sched.awk [OPTION...] [FILE...]

# bash
needs: bash
options and the values of options; a value that may be left out is as likely a file

  $ offers()
  > {
  > 	tool=$1 before=$2 word=$3
  > 	shift 3
  > 	$tool --generate=bash >script
  > 	echo "COMP_WORDS=($tool '$before' '$word'); COMP_CWORD=2; _$(echo $tool | tr - _)" >>script
  > 	for expected; do
  > 		echo "[[ \" \${COMPREPLY[*]} \" == *' $expected '* ]] && echo '$before $word: $expected'" >>script
  > 	done
  > 	echo true >>script
  > 	bash script
  > }
  $ mkdir folder; touch file memory
  $ offers flamegraph x --tit --title --total
  x --tit: --title
  $ offers flamegraph x - -c --colors --threads
  x -: -c
  x -: --colors
  x -: --threads
  $ offers flamegraph --colors m mem memory hot
  --colors m: mem
  $ offers flamegraph -c j java
  -c j: java
  $ offers flamegraph --threads '' --title file
  $ offers flamegraph --nameattr f file
  --nameattr f: file
  $ offers flamegraph --hash f file folder
  --hash f: file
  --hash f: folder
  $ offers collapse-perf x --chunk --chunk-size
  $ offers collapse-perf --header a all
  $ offers collapse-perf --simplify '' none args templates
  --simplify : none
  --simplify : args
  --simplify : templates

# choices
a value is one of the choices, whole; it may be left out where that is said

  $ echo 'a 1' >in
  $ for option in --generate=pdf --markup=comp --markup= '--markup -v' --markup=compacts; do
  > 	flamegraph $option in
  > done
  [2]
  $ for option in --header --header=all '--header all' '--header in' '--header -- in' --header=al; do
  > 	echo "$option"; collapse-recursive $option <in
  > done
  --header
  a 1
  --header=all
  a 1
  --header all
  a 1
  --header in
  a 1
  --header -- in
  a 1
  --header=al
  [2]
  $ cat err
  flamegraph: option '--generate' has no value 'pdf': it is one of man, bash, zsh, fish, rows, shared; try 'flamegraph --help'
  flamegraph: option '--markup' has no value 'comp': it is one of compact, full; try 'flamegraph --help'
  flamegraph: option '--markup' has no value '': it is one of compact, full; try 'flamegraph --help'
  flamegraph: option '--markup' has no value '-v': it is one of compact, full; try 'flamegraph --help'
  flamegraph: option '--markup' has no value 'compacts' (did you mean compact?): it is one of compact, full; try 'flamegraph --help'
  collapse-recursive: option '--header' has no value 'al': it is one of all; try 'collapse-recursive --help'

# help-columns
needs: collapse-filter
behind the first line, nothing is wider than a terminal of 80 columns

  $ for program in collapse-filter collapse-perf flamegraph difffolded; do
  > 	$program --help | sed 1d | awk 'length > 80'
  > done

# hidden
hidden options are taken, but not shown, completed or guessed

  $ collapse-dtrace --chunk-size 100 "$FIXTURES/dtrace/c.txt" | wc -l
  5
  $ for text in --help --generate=man --generate=bash --generate=zsh --generate=fish --generate=rows; do
  > 	collapse-dtrace $text | grep -e chunk -e generate
  > done
  [1]
  $ collapse-dtrace --chunk-sise 100
  [2]
  $ cat err
  collapse-dtrace: option '--chunk-sise' is not known; try 'collapse-dtrace --help'

# levels
-v and -q count, in clusters and apart, and cancel each other out

  $ for options in -v -vv '-v -q' -vvq '-v --quiet -v'; do
  > 	collapse-dtrace $options "$FIXTURES/cli/collapse-dtrace/row-01-long-header.in" >out 2>&1
  > 	echo "$options: $(grep -c 'header lines' out)"
  > done
  -v: 1
  -vv: 1
  -v -q: 0
  -vvq: 1
  -v --quiet -v: 1

# names
whole names, beginnings, aliases; a name may have one dash, but no beginning of one

  $ cp "$FIXTURES/perf-sched/wakeups.txt" in
  $ collapse-perf-sched --record-tid in >threads
  $ for option in --tid -tid --ti --record-t -record-tid; do
  > 	collapse-perf-sched $option in | cmp - threads
  > done
  $ for option in --=5 --TID -record-t --tdi -tdi=1 --tid=; do
  > 	collapse-perf-sched $option in
  > done
  [2]
  $ flamegraph-record --wind 5s
  [2]
  $ stackcollapse-perf.pl -help 2>&1 | sed -n 3p
  usage: stackcollapse-perf.pl [OPTION...] [FILE...]
  $ cat err
  collapse-perf-sched: option '--' is not known; try 'collapse-perf-sched --help'
  collapse-perf-sched: option '--TID' is not known (did you mean --tid?); try 'collapse-perf-sched --help'
  collapse-perf-sched: option '-r' is not known (did you mean --record-tid?); try 'collapse-perf-sched --help'
  collapse-perf-sched: option '--tdi' is not known (did you mean --tid?); try 'collapse-perf-sched --help'
  collapse-perf-sched: option '-t' is not known (did you mean --tid?); try 'collapse-perf-sched --help'
  collapse-perf-sched: option '--tid' takes no value; try 'collapse-perf-sched --help'
  flamegraph-record: nothing to record: give -- COMMAND, -p PID, -a or --perfdata FILE; try 'flamegraph-record --help'

# numbers
they have limits; a plus is allowed

  $ echo 'a 1' >in
  $ for number in 0 1 256 +2 00; do
  > 	collapse-recursive -j $number in
  > done
  a 1
  a 1
  a 1
  a 1
  a 1
  $ for number in 257 -1 + ++5 5x 0x10 18446744073709551616 ''; do
  > 	collapse-recursive --threads="$number" in
  > done
  [2]
  $ collapse-recursive -j= in
  [2]
  $ collapse-recursive -j4q in
  [2]
  $ cat err
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '257'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '-1'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '+'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '++5'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '5x'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '0x10'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not '18446744073709551616'; try 'collapse-recursive --help'
  collapse-recursive: option '--threads' needs a whole number from 0 to 256, not ''; try 'collapse-recursive --help'
  collapse-recursive: option '-j' needs a whole number from 0 to 256, not ''; try 'collapse-recursive --help'
  collapse-recursive: option '-j' needs a whole number from 0 to 256, not '4q'; try 'collapse-recursive --help'

# pages
choices are explained, names and values marked; no hyphen or quote that roff takes for another character

  $ flamegraph --generate=man | sed -n '/-root/,/^.SS/p'
  \fB\-\-root\fR \fIPLACE\fR
  Side of the root in a text.
  .RS
  .TP
  .B top
  icicles, the default.
  .TP
  .B bottom
  flames.
  .RE
  .SS Options that other programs have too
  $ collapse-jfr --generate=man | grep -A 2 state
  \fB\-\-states\fR, \fB\-\-state\fR \fISTATE,...\fR
  Keep events of threads in these states, such as runnable.
  Prefixes of state names, without STATE_, in upper or lower case: r, sleeping, parked.
  .TP
  \fB\-\-time\fR \fIFROM,TO\fR
  --
  "@time=0003.24;@tid=7;main 1" was taken by thread 7 in the 20 ms from 3.24 seconds after the first sample on; see folded(5). A BIN is 20ms, 1s or 500us long, 20ms unless given. The names are time, cpu, pid, tid, comm, event, host, cgroup, state, thread, and others that \-\-list\-labels prints.
  .TP
  \fB\-\-list\-labels\fR
  $ collapse-perf --generate=man | sed -n '/-simplify/,/^.TP/p'
  \fB\-\-simplify\fR \fIWHAT\fR
  How much of C++ names to remove, args by default.
  .RS
  .TP
  $ export-top --generate=man | grep -B 3 '^One of auto'
  \fB\-\-bars\fR \fIWHEN\fR
  Draw a bar for each function\(aqs share, in text.
  The dark part is the self count, the whole bar the total count. By default bars are drawn on a terminal.
  One of auto, always, never.
  $ export-top --generate=man | sed -n '/^See$/,/-threads/p'; export-top --generate=man | tail -n 5
  See
  .BR flambeau (7).
  .PP
  \fB\-j\fR, \fB\-\-threads\fR \fIN\fR
  \fB\-h\fR, \fB\-\-help\fR
  .br
  \fB\-V\fR, \fB\-\-version\fR
  .br
  .\" END OPTIONS
  $ flamegraph-record --generate=man | sed -n '/^.SS Passed/,/^.SS/p'
  .SS Passed on
  All other options of collapse\-perf(1) and flamegraph(1); one that both have goes to both.
  .SS Options that other programs have too
  $ flamegraph-record --help | sed -n '/^Passed/,$p'
  Passed on:
    All other options of collapse-perf(1) and flamegraph(1); one that both have
    goes to both.
   (esc)
  The manual page is flamegraph-record(1).
  $ collapse-perf --generate=shared | grep -A 3 -e '^.SS' -e '-quiet'
  .SS Reading
  .TP
  \fB\-j\fR, \fB\-\-threads\fR \fIN\fR
  Read on N threads instead of one for each CPU; never changes the output.
  --
  .SS Common options
  .TP
  \fB\-o\fR, \fB\-\-output\fR \fIFILE\fR
  Write to FILE instead of standard output.
  --
  \fB\-q\fR, \fB\-\-quiet\fR
  Print errors only.
  No progress either, which is shown on a terminal when reading takes more than a second.
  .TP
  $ for tool in collapse-perf collapse-filter difffolded diffreport flamegraph flamegraph-record; do
  > 	$tool --generate=man >page
  > 	sed '/^\.\\"/d; s/\\-//g' page | grep -e - -e "'"
  > 	grep '^\.' page | grep -v -x -e '\.TP' -e '\.\(SH\|SS\|B\|I\|BR\) .*' -e '\.RI \[ OPTION \.\.\.\]' -e '\.RS' -e '\.RE' -e '\.PP' -e '\.br' -e '\.\\" .*'
  > done
  [1]

# pages-groff
needs: groff

  $ for tool in collapse-perf collapse-filter difffolded diffreport flamegraph flamegraph-record; do
  > 	{ echo .TH x 1; $tool --generate=man; } | groff -man -ww -Tutf8 2>&1 >/dev/null
  > done

# rows
what other programs of the project ask for: name, alias, letter, value, whether it is a file, choices, help

  $ collapse-jfr --generate=rows | grep -e '^states' -e '^output'
  states	state		STATE,...			Keep events of threads in these states, such as runnable
  output		o	FILE	1		Write to FILE instead of standard output
  $ collapse-perf --generate=rows | grep -e '^simplify' -e '^threads'
  simplify			WHAT		none args templates	How much of C++ names to remove, args by default
  threads		j	N			Read on N threads instead of one for each CPU; never changes the output

# shells
needs: fish zsh

  $ for tool in collapse-perf collapse-filter difffolded diffreport flamegraph flamegraph-record flambeau; do
  > 	for shell in bash zsh fish; do
  > 		$tool --generate=$shell >script
  > 		$shell -n script || echo $tool $shell
  > 	done
  > done

# texts
help, page, completions and rows have the same options, with the same letters

  $ options() # TEXT, normalized to "-j --threads"
  > {
  > 	case $1 in
  > 	help) $tool --help | sed -n 's/^  \(-.,\|   \) --\([^ ]*\).*/\1 --\2/p' ;;
  > 	man) $tool --generate=man | sed -n 's/\\-/-/g; s/\\f[BRI]//g; /^-/{s/^--/    --/; s/\(--[^ ,]*\).*/\1/; p;}' ;;
  > 	bash) $tool --generate=bash | sed -n "s/.*compgen -W '\(-[^']*\)' .*/\1/p" | sed 's/\(-[^ -]\) --/\1,--/g; s/ /\n/g' ;;
  > 	zsh) $tool --generate=zsh | sed -n "s/'\*'//; s/^\t{\(-.,--[^}]*\)}.*/\1/p; s/^\t\(--[^']*\)'.*/\1/p" | sed 's/=-*$//' ;;
  > 	fish) $tool --generate=fish | sed -n 's/^[^-]*-c [^ ]* \(-s . \)*-l \([^ ]*\) .*/\1--\2/p' | sed 's/^-s \(.\)/-\1,/' ;;
  > 	rows) $tool --generate=rows | awk -F'\t' '{ print ($3 ? "-" $3 "," : "") "--" $1 } END { print "-h,--help"; print "-V,--version" }' ;;
  > 	esac | sed 's/ //g; /^$/d' | sort
  > }
  $ for tool in collapse-perf collapse-filter difffolded diffreport export-top flamegraph; do
  > 	options help >help
  > 	test "$(wc -l <help)" -gt 10 || echo "$tool: few options"
  > 	for text in man bash zsh fish rows; do
  > 		options $text | diff help - >diff || { echo "$tool: $text"; cat diff; }
  > 	done
  > done
  $ for tool in collapse-perf collapse-filter difffolded diffreport export-top flamegraph flamegraph-record; do
  > 	$tool --help | sed '/^[A-Z].*:$/{n;/^  [A-Z]/d;}' | grep -e ' $' -e '^.\{81\}'
  > done
  [1]

# texts-of-shells
quotes, brackets and colons do not end a text; options that may be repeated, whose value may be left out or is a file

  $ collapse-perf --generate=zsh | grep -e --kallsyms -e --lines= -e --mark-cut -e --debug-dir -e --simplify -e --output -e ^_arguments -e verbose -e _files
  _arguments -s \
  	--simplify='[How much of C++ names to remove, args by default]:WHAT:(none args templates)' \
  	--lines=-'[Show the line of the source at each function of the user\: main\:file.c\:12]::\[leaf\]:(leaf)' \
  	'*'--debug-dir='[Look for files of the recorded build IDs in DIR, too; may be repeated]:DIR:' \
  	--kallsyms='[Take the kernel'\''s symbols from FILE instead of /proc/kallsyms]:FILE:' \
  	--mark-cut'[Put \[cut\] in the place of callers that a recording'\''s stacks lack]' \
  	{-o,--output=}'[Write to FILE instead of standard output]:FILE:_files' \
  	'*'{-v,--verbose}'[Print more messages; may be repeated]' \
  	'*:file:_files'
  $ collapse-perf --generate=fish | grep -e 'l kallsyms' -e 'l lines' -e 'l simplify' -e 'l output'
  complete -c collapse-perf -l simplify -x -a 'none args templates' -d 'How much of C++ names to remove, args by default'
  complete -c collapse-perf -l lines -a 'leaf' -d 'Show the line of the source at each function of the user: main:file.c:12'
  complete -c collapse-perf -l kallsyms -x -d 'Take the kernel\'s symbols from FILE instead of /proc/kallsyms'
  complete -c collapse-perf -s o -l output -r -d 'Write to FILE instead of standard output'
  $ collapse-perf --generate=bash | sed -n '2p; $p'
  _collapse_perf()
  complete -o filenames -F _collapse_perf collapse-perf

# values
needs: inferno-flamegraph
the text behind the first sign, all of the next word, nothing; the last one counts

  $ for words in --title=a=b '--title a=b' '--title x --title=' '--title -v'; do
  > 	echo 'a 1' | flamegraph $words | grep -o 'id="title".*</text>'
  > done
  id="title" x="50%" y="24">a=b</text>
  id="title" x="50%" y="24">a=b</text>
  id="title" x="50%" y="24">Flame Graph</text>
  id="title" x="50%" y="24">-v</text>
  $ echo 'a 1' | inferno-flamegraph --title - | grep -o 'id="title".*</text>'
  id="title" x="50%" y="24">-</text>
  $ echo 'a 1' | inferno-flamegraph --title -v
  [2]
  $ cat err
  inferno-flamegraph: option '--title' needs a value; try 'inferno-flamegraph --help'
