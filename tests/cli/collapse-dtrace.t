SPDX-License-Identifier: MIT

# err-count-overflow
one count, or two of a stack, beyond 2^64-1

  $ printf '\n  u`a\n    3\n\n  u`b\n    18446744073709551616\n' >one
  $ printf '\n  u`a\n    18446744073709551615\n\n  u`a\n    1\n' >two
  $ for tool in 'collapse-dtrace -j 1' 'collapse-dtrace -j 2 --chunk-size 10' inferno-collapse-dtrace; do
  > 	for file in one two; do
  > 		$tool $file
  > 		echo "$tool: exit $?"
  > 	done
  > done
  collapse-dtrace -j 1: exit 1
  collapse-dtrace -j 1: exit 1
  collapse-dtrace -j 2 --chunk-size 10: exit 1
  collapse-dtrace -j 2 --chunk-size 10: exit 1
  inferno-collapse-dtrace: exit 1
  inferno-collapse-dtrace: exit 1
  $ for file in one two; do
  > 	{ echo; echo; cat $file; } | stackcollapse.pl
  > 	echo "stackcollapse.pl: exit $?"
  > done
  stackcollapse.pl: exit 1
  stackcollapse.pl: exit 1
  $ cat err
  collapse-dtrace: one:6: count beyond 2^64-1: '    18446744073709551616'
  collapse-dtrace: no output: part of the input was not understood
  collapse-dtrace: count beyond 2^64-1: 'u`a'
  collapse-dtrace: one:6: count beyond 2^64-1: '    18446744073709551616'
  collapse-dtrace: no output: part of the input was not understood
  collapse-dtrace: count beyond 2^64-1: 'u`a'
  inferno-collapse-dtrace: one:6: count beyond 2^64-1: '    18446744073709551616'
  inferno-collapse-dtrace: no output: part of the input was not understood
  inferno-collapse-dtrace: count beyond 2^64-1: 'u`a'
  stackcollapse.pl: standard input:8: count beyond 2^64-1: '    18446744073709551616'
  stackcollapse.pl: no output: part of the input was not understood
  stackcollapse.pl: count beyond 2^64-1: 'u`a'

# err-empty-input

  $ : >empty
  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	$tool empty
  > 	echo "$tool: exit $?"
  > 	$tool </dev/null
  > 	echo "$tool: exit $?"
  > done
  collapse-dtrace: exit 1
  collapse-dtrace: exit 1
  stackcollapse.pl: exit 0
  stackcollapse.pl: exit 0
  inferno-collapse-dtrace: exit 0
  inferno-collapse-dtrace: exit 0
  $ cat err
  collapse-dtrace: nothing recognised: the input is empty
  collapse-dtrace: nothing recognised: the input is empty
  inferno-collapse-dtrace: File ended while skipping headers
  inferno-collapse-dtrace: File ended while skipping headers

# err-header-only

  $ printf 'CPU     ID                    FUNCTION:NAME\n  8  36208        :tick-60s\n' >in
  $ printf 'CPU     ID                    FUNCTION:NAME\n  8  36208        :tick-60s\n\n\n' >blank
  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	for file in in blank; do
  > 		$tool $file
  > 		echo "$tool: exit $?"
  > 	done
  > done
  collapse-dtrace: exit 1
  collapse-dtrace: exit 1
  stackcollapse.pl: exit 0
  stackcollapse.pl: exit 0
  inferno-collapse-dtrace: exit 0
  inferno-collapse-dtrace: exit 0
  $ cat err
  collapse-dtrace: skipped 2 messages of dtrace
  collapse-dtrace: no stacks in the input (2 lines)
  collapse-dtrace: no stacks in the input (4 lines)
  inferno-collapse-dtrace: File ended while skipping headers

# err-missing-file
ours and inferno's end there; the script warns and goes on with the others

  $ cp "$INPUTS/row-03-java-type.in" in
  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	$tool missing.txt
  > 	echo "$tool: exit $?"
  > done
  collapse-dtrace: exit 1
  stackcollapse.pl: exit 0
  inferno-collapse-dtrace: exit 1
  $ for tool in collapse-dtrace stackcollapse.pl; do
  > 	$tool missing.txt in
  > 	echo "$tool: exit $?"
  > done
  collapse-dtrace: exit 1
  java`main;com/a/B:.m 3
  stackcollapse.pl: exit 0
  $ cat err
  collapse-dtrace: missing.txt: No such file or directory
  stackcollapse.pl: Can't open missing.txt: No such file or directory
  inferno-collapse-dtrace: missing.txt: No such file or directory
  collapse-dtrace: missing.txt: No such file or directory
  stackcollapse.pl: Can't open missing.txt: No such file or directory

# err-nothing-complete
cut off before the first count: nothing to print

  $ printf 'CPU ID\n\n  u`a\n  u`b\n' >in
  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	$tool in
  > 	echo "$tool: exit $?"
  > done
  collapse-dtrace: exit 1
  stackcollapse.pl: exit 0
  inferno-collapse-dtrace: exit 1
  $ cat err
  collapse-dtrace: in:3: the file ends in the middle of a stack: '  u`a'
  collapse-dtrace: skipped 1 unfinished stack
  collapse-dtrace: no stacks in the input (4 lines)
  stackcollapse.pl: skipped 1 unfinished stack
  inferno-collapse-dtrace: in:3: Input data ends in the middle of a stack: '  u`a'
  inferno-collapse-dtrace: skipped 1 unfinished stack
  inferno-collapse-dtrace: no output: part of the input was not understood

# err-other-input
no counts on lines of their own; nothing but counts

  $ printf 'demo;main;f 3\ndemo;main;g 5\n' >folded
  $ printf '1\n2\n\n3\n' >numbers
  $ printf '\177ELF\002\001\000\000\n\000>\000\001\033[2J\001\n\n\001\002' >binary
  $ for file in folded numbers binary; do
  > 	collapse-dtrace $file
  > 	echo "$file: exit $?"
  > done
  folded: exit 1
  numbers: exit 1
  binary: exit 1
  $ cat err
  collapse-dtrace: folded: these are folded stacks already; try: flamegraph folded > out.svg
  collapse-dtrace: numbers:1: a count without frames: '1'
  collapse-dtrace: numbers:2: a count without frames: '2'
  collapse-dtrace: numbers:4: a count without frames: '3'
  collapse-dtrace: skipped 3 counts without frames
  collapse-dtrace: no stacks in the input (4 lines)
  collapse-dtrace: binary: this is a program, a library or a core file (ELF); try: flamegraph-record -- binary

# err-too-deep
the root side of 65536 frames is kept, in one chunk or many

  $ awk 'BEGIN {
  > 	print ""
  > 	for (i = 70000; i > 0; i--)
  > 		print "  u`f" i
  > 	print "  3"
  > }' >in
  $ for option in -j1 '-j2 --chunk-size 1000'; do
  > 	collapse-dtrace $option in | awk -F ';' '{ print NF, $1, $2, $NF }'
  > done
  65536 u`f1 u`f2 u`f65536 3
  65536 u`f1 u`f2 u`f65536 3
  $ cat err
  collapse-dtrace: in:70002: deeper than 65536 frames, cut at the leaf: '  3'
  collapse-dtrace: in:70002: deeper than 65536 frames, cut at the leaf: '  3'

# input-compressed
needs: gzip zstd

  $ gzip -c "$INPUTS/row-03-java-type.in" >in.gz
  $ zstd -q -c "$INPUTS/row-03-java-type.in" >in.zst
  $ collapse-dtrace in.gz in.zst
  java`main;com/a/B:.m 6
  $ collapse-dtrace <in.zst
  java`main;com/a/B:.m 3

# input-line-numbers
of each file

  $ { cat "$INPUTS/row-03-java-type.in"; printf '7\n'; } >a
  $ { printf '8\n'; cat "$INPUTS/row-01-no-header.in"; } >b
  $ for threads in 1 4; do
  > 	collapse-dtrace -j $threads --chunk-size 20 a b - <a
  > done
  java`main;com/a/B:.m 6
  unix`c 6
  unix`d;unix`b;unix`a 5
  java`main;com/a/B:.m 6
  unix`c 6
  unix`d;unix`b;unix`a 5
  $ cat err
  collapse-dtrace: a:8: a count without frames: '7'
  collapse-dtrace: b:1: a count without frames: '8'
  collapse-dtrace: standard input:8: a count without frames: '7'
  collapse-dtrace: skipped 3 counts without frames
  collapse-dtrace: a:8: a count without frames: '7'
  collapse-dtrace: b:1: a count without frames: '8'
  collapse-dtrace: standard input:8: a count without frames: '7'
  collapse-dtrace: skipped 3 counts without frames

# input-numbers
zeros in front, no samples, the largest count

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/input-numbers.in"
  > done
  # collapse-dtrace
  12x;u`c 6
  u`a 4
  u`b 0
  u`d 18446744073709551615
  # stackcollapse.pl
  12x;u`c 6
  u`a 4
  u`b 0
  u`d 18446744073709551615
  # inferno-collapse-dtrace
  12x;u`c 6
  u`a 4
  u`b 0
  u`d 18446744073709551615

# input-repeated
stacks that came before: alone, below another line, with a line instead of a count, with a count that does not fit

  $ again() {
  > 	i=0
  > 	while [ $i -lt 40 ]; do
  > 		printf '\n  u`leaf+0x1\n\n  u`root\n  %d\n\n              u`a+0x1\n              u`b->c+0x2\n    %d\n' $i $i
  > 		i=$((i + 1))
  > 	done
  > }
  $ {
  > 	printf 'header\n\n'
  > 	again
  > 	printf '\n  u`top\n\n              u`a+0x1\n              u`b->c+0x2\n    1000\n'
  > 	printf '\n              u`a+0x1\n              u`b->c+0x2\n   u`under\n\n   2000\n'
  > 	again
  > 	printf '\n    7\n\n              u`a+0x1\n              u`b->c+0x2'
  > } >good
  $ { cat good; printf '\n    18446744073709551616\n'; again; } >huge
  $ for file in good huge; do
  > 	for options in '-j 1' '-j 1 --includeoffset' '-j 2 --chunk-size 1000'; do
  > 		collapse-dtrace $options --stats $file 2>&1 | sed 's/ stacks, .*/ stacks/'
  > 	done
  > 	inferno-collapse-dtrace $file 2>&1
  > 	{ echo; cat $file; } | stackcollapse.pl 2>&1
  > done
  collapse-dtrace: good:736: a count without frames: '    7'
  collapse-dtrace: good:738: the file ends in the middle of a stack: '              u`a+0x1'
  collapse-dtrace: skipped 1 count without frames, 1 unfinished stack
  u`b;c_[i];u`a 1560
  u`b;c_[i];u`a;u`top 1000
  u`root;u`leaf 1560
  u`under;u`b;c_[i];u`a 2000
  collapse-dtrace: the output is incomplete: the input is
  collapse-dtrace: 6876 bytes, 739 lines, 162 samples, 7 frames, 4 stacks
  collapse-dtrace: good:736: a count without frames: '    7'
  collapse-dtrace: good:738: the file ends in the middle of a stack: '              u`a+0x1'
  collapse-dtrace: skipped 1 count without frames, 1 unfinished stack
  u`b;c+0x2_[i];u`a 1560
  u`b;c+0x2_[i];u`a+0x1;u`top 1000
  u`root;u`leaf 1560
  u`under;u`b;c+0x2_[i];u`a 2000
  collapse-dtrace: the output is incomplete: the input is
  collapse-dtrace: 6876 bytes, 739 lines, 162 samples, 10 frames, 4 stacks
  collapse-dtrace: good:736: a count without frames: '    7'
  collapse-dtrace: good:738: the file ends in the middle of a stack: '              u`a+0x1'
  collapse-dtrace: skipped 1 count without frames, 1 unfinished stack
  u`b;c_[i];u`a 1560
  u`b;c_[i];u`a;u`top 1000
  u`root;u`leaf 1560
  u`under;u`b;c_[i];u`a 2000
  collapse-dtrace: the output is incomplete: the input is
  collapse-dtrace: 6876 bytes, 739 lines, 162 samples, 7 frames, 4 stacks
  inferno-collapse-dtrace: good:738: Input data ends in the middle of a stack: '              u`a+0x1'
  inferno-collapse-dtrace: skipped 1 unfinished stack
  inferno-collapse-dtrace: no output: part of the input was not understood
  stackcollapse.pl: skipped 1 unfinished stack
   7
  u`b;c_[i];u`a 1560
  u`b;c_[i];u`a;u`top 1000
  u`root;u`leaf 1560
  u`under;u`b;c_[i];u`a 2000
  collapse-dtrace: huge:736: a count without frames: '    7'
  collapse-dtrace: huge:740: count beyond 2^64-1: '    18446744073709551616'
  collapse-dtrace: skipped 1 count without frames
  collapse-dtrace: no output: part of the input was not understood
  collapse-dtrace: 10242 bytes, 1100 lines, 243 samples, 7 frames, 4 stacks
  collapse-dtrace: huge:736: a count without frames: '    7'
  collapse-dtrace: huge:740: count beyond 2^64-1: '    18446744073709551616'
  collapse-dtrace: skipped 1 count without frames
  collapse-dtrace: no output: part of the input was not understood
  collapse-dtrace: 10242 bytes, 1100 lines, 243 samples, 10 frames, 4 stacks
  collapse-dtrace: huge:736: a count without frames: '    7'
  collapse-dtrace: huge:740: count beyond 2^64-1: '    18446744073709551616'
  collapse-dtrace: skipped 1 count without frames
  collapse-dtrace: no output: part of the input was not understood
  collapse-dtrace: 10242 bytes, 1100 lines, 243 samples, 7 frames, 4 stacks
  inferno-collapse-dtrace: huge:740: count beyond 2^64-1: '    18446744073709551616'
  inferno-collapse-dtrace: no output: part of the input was not understood
  stackcollapse.pl: standard input:741: count beyond 2^64-1: '    18446744073709551616'
  stackcollapse.pl: no output: part of the input was not understood
  [1]

# input-several-files
each has its header and is complete without a newline; the script takes them for one text

  $ printf 'CPU ID\n  1 x\n\n  u`a\n  u`main\n    3' >a
  $ printf '  u`b\n  u`main\n    4\n' >b
  $ for tool in collapse-dtrace stackcollapse.pl; do
  > 	echo "# $tool"
  > 	$tool a b
  > 	$tool b - <a
  > done
  # collapse-dtrace
  u`main;u`a 3
  u`main;u`b 4
  u`main;u`a 3
  u`main;u`b 4
  # stackcollapse.pl
  u`main;u`a 3
  u`main;u`b 4
  u`main;u`a;1 x;CPU ID 3
  $ echo "# inferno-collapse-dtrace"
  # inferno-collapse-dtrace
  $ inferno-collapse-dtrace a b
  [2]
  $ echo "exit $?"
  exit 2
  $ cat err
  inferno-collapse-dtrace: takes one file; 'b' is one too many

# input-several-files-cut-off
a stack does not go on in the next file, except for the script

  $ printf '  u`a\n    3\n  u`b\n' >a
  $ printf '  u`c\n    4\n' >b
  $ printf '    5\n  u`d\n    6\n' >c
  $ for tool in 'collapse-dtrace -j 1' 'collapse-dtrace -j 3 --chunk-size 4' stackcollapse.pl; do
  > 	echo "# $tool"
  > 	$tool a b c a
  > 	echo "exit $?"
  > done
  # collapse-dtrace -j 1
  u`a 6
  u`c 4
  u`d 6
  exit 1
  # collapse-dtrace -j 3 --chunk-size 4
  u`a 6
  u`c 4
  u`d 6
  exit 1
  # stackcollapse.pl
   5
  u`a 3
  u`c 4
  u`d 6
  exit 0
  $ cat err
  collapse-dtrace: c:1: a count without frames: '    5'
  collapse-dtrace: a:3: the file ends in the middle of a stack: '  u`b'
  collapse-dtrace: a:3: the file ends in the middle of a stack: '  u`b'
  collapse-dtrace: skipped 1 count without frames, 2 unfinished stacks
  collapse-dtrace: the output is incomplete: the input is
  collapse-dtrace: c:1: a count without frames: '    5'
  collapse-dtrace: a:3: the file ends in the middle of a stack: '  u`b'
  collapse-dtrace: a:3: the file ends in the middle of a stack: '  u`b'
  collapse-dtrace: skipped 1 count without frames, 2 unfinished stacks
  collapse-dtrace: the output is incomplete: the input is
  stackcollapse.pl: skipped 1 unfinished stack

# input-two-keys
@[stack(), ustack()]: blank lines inside, the kernel's frames are the leaf's

  $ for tool in collapse-dtrace inferno-collapse-dtrace; do
  > 	$tool "$FIXTURES/dtrace/stack-ustack.txt"
  > done
  a.out`_start;a.out`main;a.out`save;a.out`encode 33
  a.out`_start;a.out`main;a.out`save;libc.so.1`__fdsync;unix`sys_syscall;genunix`fdsync;genunix`fop_fsync;zfs`zfs_fsync;zfs`zil_commit_impl;zfs`dmu_objset_ds 4
  a.out`_start;a.out`main;a.out`save;libc.so.1`_write;unix`sys_syscall32;genunix`copyin_args32 2
  unix`thread_start;unix`idle;unix`mach_cpu_idle 120
  a.out`_start;a.out`main;a.out`save;a.out`encode 33
  a.out`_start;a.out`main;a.out`save;libc.so.1`__fdsync;unix`sys_syscall;genunix`fdsync;genunix`fop_fsync;zfs`zfs_fsync;zfs`zil_commit_impl;zfs`dmu_objset_ds 4
  a.out`_start;a.out`main;a.out`save;libc.so.1`_write;unix`sys_syscall32;genunix`copyin_args32 2
  unix`thread_start;unix`idle;unix`mach_cpu_idle 120

# max-record
The count that follows frames which are left out is not taken for another stack's.

  $ stack() # NAME FRAMES COUNT
  > {
  > 	for i in $(seq "$2"); do echo "              $1\`f$i+0x1"; done
  > 	echo "                $3"
  > 	echo
  > }
  $ { stack a 2 1 && stack b 2 2 && stack long 9 4 && stack c 2 8 && stack d 2 16 && stack long 9 32; } >in
  $ for size in 7 100 ''; do
  > 	collapse-dtrace -j 2 ${size:+--chunk-size $size} --max-record 150 in
  > 	cat in | collapse-dtrace -j 1 ${size:+--chunk-size $size} --max-record 150
  > done
  a`f2;a`f1 1
  c`f2;c`f1 8
  a`f2;a`f1 1
  c`f2;c`f1 8
  a`f2;a`f1 1
  c`f2;c`f1 8
  a`f2;a`f1 1
  c`f2;c`f1 8
  a`f2;a`f1 1
  c`f2;c`f1 8
  a`f2;a`f1 1
  c`f2;c`f1 8
  $ cat err
  collapse-dtrace: in:7: record longer than --max-record, left out
  collapse-dtrace: in:26: record longer than --max-record, left out
  collapse-dtrace: skipped 2 records longer than --max-record
  collapse-dtrace: standard input:7: record longer than --max-record, left out
  collapse-dtrace: standard input:26: record longer than --max-record, left out
  collapse-dtrace: skipped 2 records longer than --max-record
  collapse-dtrace: in:7: record longer than --max-record, left out
  collapse-dtrace: in:26: record longer than --max-record, left out
  collapse-dtrace: skipped 2 records longer than --max-record
  collapse-dtrace: standard input:7: record longer than --max-record, left out
  collapse-dtrace: standard input:26: record longer than --max-record, left out
  collapse-dtrace: skipped 2 records longer than --max-record
  collapse-dtrace: in:7: record longer than --max-record, left out
  collapse-dtrace: in:26: record longer than --max-record, left out
  collapse-dtrace: skipped 2 records longer than --max-record
  collapse-dtrace: standard input:7: record longer than --max-record, left out
  collapse-dtrace: standard input:26: record longer than --max-record, left out
  collapse-dtrace: skipped 2 records longer than --max-record

# messages
what dtrace says of itself is no frame, wherever it stands

  $ cat >in <<'END'
  > dtrace: system integrity protection is on, some features will not be available
  >
  > dtrace: description 'profile-997 ' matched 1 probe
  > CPU     ID                    FUNCTION:NAME
  >   1  57432                        :tick-60s 
  >  12  57432                        :tick-60s 
  >
  >
  >               dyld`start+0x1
  > dtrace: 123 drops on CPU 0
  >               app`main+0x10
  >                12
  >
  > dtrace: error on enabled probe ID 1 (ID 34: profile:::profile-997): invalid address (0x7ffee5f38900) in action #2
  >               dyld`start+0x1
  >               app`main+0x10
  >                30
  >
  > ^C
  > END
  $ collapse-dtrace --no-header --strict in
  app`main;dyld`start 42
  $ cat in in in in >four
  $ for threads in 1 2 3; do
  > 	collapse-dtrace --no-header -j $threads four 2>&1
  > done
  collapse-dtrace: skipped 27 messages of dtrace, 492 events that dtrace lost
  app`main;dyld`start 168
  collapse-dtrace: skipped 27 messages of dtrace, 492 events that dtrace lost
  app`main;dyld`start 168
  collapse-dtrace: skipped 27 messages of dtrace, 492 events that dtrace lost
  app`main;dyld`start 168
  $ cat err
  collapse-dtrace: skipped 6 messages of dtrace, 123 events that dtrace lost

# names-cxx
brackets are understood; the others cut at the last ( or <

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/names-cxx.in"
  > done
  # collapse-dtrace
  lib`It::operator->;lib`ns::(anonymous namespace)::g;lib`ns::run()::{lambda(int)#1}::operator();lib`x::operator<;lib`x::operator();lib`a::b+c;lib`plain;lib`std::less<int>;lib`operator+;lib`ns::f<A, B<C> >;lib`ns::C<int>::m 3
  # stackcollapse.pl
  lib`It::operator;lib`ns::(anonymous namespace)::g(std::function<void ;lib`ns::run()::{lambda(int)#1}::operator();lib`x::operator<;lib`x::operator();lib`a::b;lib`plain(int);lib`std::less;lib`operator+(ns::X);lib`ns::f<A, B<C> >;lib`ns::C<int>::m 3
  # inferno-collapse-dtrace
  lib`It::operator;_[i];lib`ns::(anonymous namespace)::g(std::function<void ;lib`ns::run()::{lambda(int)#1}::operator();lib`x::operator<;lib`x::operator();lib`a::b;lib`plain(int);lib`std::less;lib`operator+(ns::X);lib`ns::f<A, B<C> >;lib`ns::C<int>::m 3

# names-other
of Java, JavaScript, Objective-C; addresses; a separator in a name

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/names-other.in"
  > done
  # collapse-dtrace
  libjvm.so`JavaThread::run;a:b;0x7f00;unix`0xfffffffffb915c3a;Foundation`+[NSObject alloc];<< internal code >>;(anon) as a.b at /srv/x.js position 12;java/util/HashMap.get 3
  # stackcollapse.pl
  libjvm.so`JavaThread::run;a:b;0x7f00;unix`0xfffffffffb915c3a;Foundation`;<< internal code >>;(anon) as a.b at /srv/x.js position 12;java/util/HashMap.get(Ljava/lang/Object:)Ljava/lang/Object: 3
  # inferno-collapse-dtrace
  libjvm.so`JavaThread::run;a:b;0x7f00;unix`0xfffffffffb915c3a;Foundation`;<< internal code >>;(anon) as a.b at /srv/x.js position 12;java/util/HashMap.get(Ljava/lang/Object:)Ljava/lang/Object: 3

# names-utf-8
bytes pass; inferno's read UTF-8

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/names-utf-8.in"
  > done
  # collapse-dtrace
  u`a\xff\xfe;u`\xc3\xa9t\xc3\xa9 3 (esc)
  # stackcollapse.pl
  u`a\xff\xfe;u`\xc3\xa9t\xc3\xa9 3 (esc)
  # inferno-collapse-dtrace
  u`a��;u`été 3

# opt-help
on standard output, under our name and inferno's

  $ for option in -h --help; do
  > 	collapse-dtrace $option | sed -n '/^usage/p'
  > 	inferno-collapse-dtrace $option | sed -n '/^usage/p'
  > done
  usage: collapse-dtrace [OPTION...] [FILE...]
  usage: inferno-collapse-dtrace [OPTION...] [FILE]
  usage: collapse-dtrace [OPTION...] [FILE...]
  usage: inferno-collapse-dtrace [OPTION...] [FILE]
  $ collapse-dtrace --help >help
  $ echo "exit $?"
  exit 0
  $ for name in includeoffset threads nthreads strict stats output quiet verbose help version; do
  > 	grep -q -e "--$name\\>" help || echo "$name is missing"
  > done
  $ inferno-collapse-dtrace --help | grep -e --strict -e --output -e --version
  [1]
  $ test $? -eq 1

# opt-includeoffset

  $ for tool in collapse-dtrace inferno-collapse-dtrace; do
  > 	for option in "" --includeoffset; do
  > 		echo "# $tool $option"
  > 		$tool $option "$INPUTS/opt-includeoffset.in"
  > 	done
  > done
  # collapse-dtrace\x20 (esc)
  u`main;a;b_[i] 1
  u`main;a;b_[i];rg`x;lib`ns::m;lib`ns::m 1
  unix`0xfffffffffb915c3a;genunix`fop_lookup;unix`mutex_enter 14
  # collapse-dtrace --includeoffset
  u`main+0x2;a;b+0x1_[i];rg`x+0x8;lib`ns::m+0x9;lib`ns::m 1
  u`main+0x2;a;b_[i] 1
  unix`0xfffffffffb915c3a;genunix`fop_lookup+0xa8;unix`mutex_enter 12
  unix`0xfffffffffb915c3a;genunix`fop_lookup+0xb0;unix`mutex_enter 2
  # inferno-collapse-dtrace\x20 (esc)
  u`main;a;b_[i] 1
  u`main;a;b_[i];rg`x;lib`ns::m;lib`ns::m 1
  unix`0xfffffffffb915c3a;genunix`fop_lookup;unix`mutex_enter 14
  # inferno-collapse-dtrace --includeoffset
  u`main+0x2;a;b 1
  u`main+0x2;a;b+0x1_[i];rg`x+0x8;lib`ns::m;lib`ns::m 1
  unix`0xfffffffffb915c3a;genunix`fop_lookup+0xa8;unix`mutex_enter 12
  unix`0xfffffffffb915c3a;genunix`fop_lookup+0xb0;unix`mutex_enter 2

# opt-output
also where the input is cut off

  $ collapse-dtrace -o out "$INPUTS/row-03-java-type.in"
  $ echo "exit $?"
  exit 0
  $ cat out
  java`main;com/a/B:.m 3
  $ collapse-dtrace -q -o out "$INPUTS/row-09-cut-off.in"
  [1]
  $ echo "exit $?"
  exit 1
  $ cat out
  u`main;u`a 3
  u`main;u`b 4
  $ ls
  out
  $ cat err
  collapse-dtrace: the output is incomplete: the input is

# opt-own-syntax
a prefix, one dash, and inferno's options; options behind files

  $ cp "$INPUTS/opt-includeoffset.in" in
  $ collapse-dtrace --includeoffset in >expected
  $ for option in --inc -includeoffset '-n2 --includeoffset' '--includeoffset --includeoffset'; do
  > 	collapse-dtrace $option in | cmp - expected && echo "$option: same"
  > done
  --inc: same
  -includeoffset: same
  -n2 --includeoffset: same
  --includeoffset --includeoffset: same
  $ collapse-dtrace in --includeoffset | cmp - expected && echo "behind: same"
  behind: same

# opt-perl-has-none
every word is a file, also one that looks like an option

  $ cp "$INPUTS/opt-includeoffset.in" ./--includeoffset
  $ cp "$INPUTS/opt-includeoffset.in" ./-h
  $ cp "$INPUTS/opt-includeoffset.in" ./--
  $ stackcollapse.pl --includeoffset
  u`main;a;b_[i] 1
  u`main;a;b_[i];rg`x::h0123456789abcdef;lib`ns::m;lib`ns::m 1
  unix`0xfffffffffb915c3a;genunix`fop_lookup;unix`mutex_enter 14
  $ echo "exit $?"
  exit 0
  $ stackcollapse.pl -h | head -n 1
  u`main;a;b_[i] 1
  $ stackcollapse.pl -- | head -n 1
  u`main;a;b_[i] 1
  $ stackcollapse.pl --nosuch --help
  $ echo "exit $?"
  exit 0
  $ stackcollapse.pl - <./-h | head -n 1
  u`main;a;b_[i] 1
  $ cat err
  stackcollapse.pl: Can't open --nosuch: No such file or directory
  stackcollapse.pl: Can't open --help: No such file or directory

# opt-quiet
the exit code and the error stay

  $ for option in -q --quiet; do
  > 	collapse-dtrace $option <"$INPUTS/row-09-cut-off.in"
  > 	echo "exit $?"
  > 	collapse-dtrace $option <"$INPUTS/row-11-no-frames.in"
  > 	echo "exit $?"
  > done
  u`main;u`a 3
  u`main;u`b 4
  exit 1
  u`a 3
  exit 0
  u`main;u`a 3
  u`main;u`b 4
  exit 1
  u`a 3
  exit 0
  $ inferno-collapse-dtrace -q <"$INPUTS/row-09-cut-off.in"
  [1]
  $ echo "exit $?"
  exit 1
  $ cat err
  collapse-dtrace: the output is incomplete: the input is
  collapse-dtrace: the output is incomplete: the input is

# opt-stats

  $ collapse-dtrace --stats -j 1 "$FIXTURES/dtrace/c.txt" 2>stats >/dev/null
  $ sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
  collapse-dtrace: 1492 bytes, 51 lines, 6 samples, 15 frames, 5 stacks, T s, R GB/s, M MiB, 1 threads

# opt-strict
without a fault nothing changes; with one there is no output

  $ collapse-dtrace --strict <"$INPUTS/row-01-no-header.in"
  unix`c 6
  unix`d;unix`b;unix`a 5
  $ echo "exit $?"
  exit 0
  $ for case in row-09-cut-off row-11-no-frames; do
  > 	collapse-dtrace --strict <"$INPUTS/$case.in"
  > 	echo "exit $?"
  > done
  exit 1
  exit 1
  $ cat err
  collapse-dtrace: standard input:13: the file ends in the middle of a stack: '              u`c'
  collapse-dtrace: skipped 1 unfinished stack
  collapse-dtrace: no output: part of the input was not understood
  collapse-dtrace: standard input:5: a count without frames: '                9'
  collapse-dtrace: standard input:10: a count without frames: '                9'
  collapse-dtrace: standard input:12: a count without frames: '    4'
  collapse-dtrace: skipped 3 counts without frames
  collapse-dtrace: no output: part of the input was not understood

# opt-threads
however many, and however small the pieces: the same output

  $ for file in "$FIXTURES"/dtrace/*; do
  > 	collapse-dtrace -j 1 "$file" >expected
  > 	for option in -j1 '-j 2' '--threads 8' '-n 2' -j0; do
  > 		for size in 1 50 1000; do
  > 			collapse-dtrace $option --chunk-size $size "$file" | cmp - expected
  > 		done
  > 	done
  > 	inferno-collapse-dtrace <"$file" >expected
  > 	for option in '-n 2' --nthreads=3; do
  > 		inferno-collapse-dtrace $option "$file" | cmp - expected
  > 	done
  > done
  $ echo "all the same"
  all the same

# opt-verbose
how many lines were passed over as a header

  $ collapse-dtrace -v <"$INPUTS/row-01-long-header.in"
  unix`b;unix`a 5
  unix`c 6
  $ collapse-dtrace -v <"$INPUTS/row-01-no-header.in"
  unix`c 6
  unix`d;unix`b;unix`a 5
  $ cat err
  collapse-dtrace: skipped 4 header lines

# opt-wrong

  $ for option in --nosuch --includeoffset=yes -x '-j x'; do
  > 	collapse-dtrace $option </dev/null
  > 	echo "$option: exit $?"
  > done
  --nosuch: exit 2
  --includeoffset=yes: exit 2
  -x: exit 2
  -j x: exit 2
  $ for option in --include -j4 '--includeoffset --includeoffset' '-n 1 -n 2' '-o out' --version; do
  > 	inferno-collapse-dtrace $option </dev/null
  > 	echo "inferno $option: exit $?"
  > done
  inferno --include: exit 2
  inferno -j4: exit 2
  inferno --includeoffset --includeoffset: exit 2
  inferno -n 1 -n 2: exit 2
  inferno -o out: exit 2
  inferno --version: exit 2
  $ cat err
  collapse-dtrace: option '--nosuch' is not known; try 'collapse-dtrace --help'
  collapse-dtrace: option '--includeoffset' takes no value; try 'collapse-dtrace --help'
  collapse-dtrace: option '-x' is not known; try 'collapse-dtrace --help'
  collapse-dtrace: option '-j' needs a whole number from 0 to 256, not 'x'; try 'collapse-dtrace --help'
  inferno-collapse-dtrace: option '--include' is not known; try 'inferno-collapse-dtrace --help'
  inferno-collapse-dtrace: option '-j' is not known; try 'inferno-collapse-dtrace --help'
  inferno-collapse-dtrace: option '--includeoffset' may be given only once; try 'inferno-collapse-dtrace --help'
  inferno-collapse-dtrace: option '-n' may be given only once; try 'inferno-collapse-dtrace --help'
  inferno-collapse-dtrace: option '-o' is not known; try 'inferno-collapse-dtrace --help'
  inferno-collapse-dtrace: option '--version' is not known; try 'inferno-collapse-dtrace --help'

# root-like-a-comment

  $ printf '\n\n  #\n  540\n\n  b\n  # a\n  3\n\n  b\n  #_a\n  4\n' >in
  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "== $tool"
  > 	$tool in
  > 	echo '== read again'
  > 	$tool in | collapse-filter -q
  > done
  == collapse-dtrace
  #_ 540
  #_a;b 7
  == read again
  #_ 540
  #_a;b 7
  == stackcollapse.pl
   540
  # a;b 3
  #_a;b 4
  == read again
  #_a;b 4
  == inferno-collapse-dtrace
  # 540
  # a;b 3
  #_a;b 4
  == read again
  #_a;b 4

# row-01-long-header
the header ends with the first blank line; the script knows three lines

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-01-long-header.in"
  > done
  # collapse-dtrace
  unix`b;unix`a 5
  unix`c 6
  # stackcollapse.pl
  unix`b;unix`a;1  60001                         :tick-1s  5
  unix`c 6
  # inferno-collapse-dtrace
  unix`b;unix`a 5
  unix`c 6

# row-01-no-header
a count before the first blank line: no header

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-01-no-header.in"
  > done
  # collapse-dtrace
  unix`c 6
  unix`d;unix`b;unix`a 5
  # stackcollapse.pl
   5
  unix`c 6
  # inferno-collapse-dtrace
  unix`c 6

# row-01-no-header-but-a-stack
a frame before the first blank line: no header either

  $ cat >row-01-no-header-but-a-stack.in <<'EOF'
  >               unix`a
  >
  >               a.out`b
  >                 5
  >
  >               unix`c
  >                 6
  > EOF
  $ for tool in collapse-dtrace inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <row-01-no-header-but-a-stack.in
  > done
  # collapse-dtrace
  a.out`b;unix`a 5
  unix`c 6
  # inferno-collapse-dtrace
  a.out`b 5
  unix`c 6

# row-01-short-header

  $ cat >row-01-short-header.in <<'EOF'
  > CPU ID
  >
  >               unix`a
  >               unix`b
  >                 5
  >
  >               unix`c
  >                 6
  > EOF
  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <row-01-short-header.in
  > done
  # collapse-dtrace
  unix`b;unix`a 5
  unix`c 6
  # stackcollapse.pl
  unix`b 5
  unix`c 6
  # inferno-collapse-dtrace
  unix`b;unix`a 5
  unix`c 6

# row-02-name-with-an-l

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-02-name-with-an-l.in"
  > done
  # collapse-dtrace
  ntdll`LdrpStart;LdrpInit 3
  # stackcollapse.pl
  ntdll`LdrpStart;drpInit 3
  # inferno-collapse-dtrace
  ntdll`LdrpStart;LdrpInit 3

# row-03-java-type

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-03-java-type.in"
  > done
  # collapse-dtrace
  java`main;com/a/B:.m 3
  # stackcollapse.pl
  java`main;com/a/B:.m 3
  # inferno-collapse-dtrace
  java`main;Lcom/a/B:.m 3

# row-04-inlined-java-types
one L goes, not all

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-04-inlined-java-types.in"
  > done
  # collapse-dtrace
  java`main;com/a/B:.run;com/a/C:.x_[i];Lz_[i] 4
  # stackcollapse.pl
  java`main;com/a/B:.run;com/a/C:.x_[i];Lz_[i] 4
  # inferno-collapse-dtrace
  java`main;com/a/B:.run;com/a/C:.x_[i];z_[i] 4

# row-05-arrow-at-the-end

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-05-arrow-at-the-end.in"
  > done
  # collapse-dtrace
  u`main;-;y_[i];-;a;b_[i];x 4
  # stackcollapse.pl
  u`main;;y_[i];a;b_[i];x 4
  # inferno-collapse-dtrace
  u`main;;y_[i];;_[i];a;b_[i];x;_[i] 4

# row-06-blanks-behind-the-count

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-06-blanks-behind-the-count.in"
  > 	echo "exit $?"
  > done
  # collapse-dtrace
  u`b;u`a 3
  u`c 4
  exit 0
  # stackcollapse.pl
  exit 0
  # inferno-collapse-dtrace
  u`b;u`a 3
  u`c 4
  exit 0
  $ cat err
  stackcollapse.pl: skipped 1 unfinished stack

# row-07-lone-offset

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-07-lone-offset.in"
  > done
  # collapse-dtrace
  u`b;-;u`a 2
  # stackcollapse.pl
  u`b;-;u`a 2
  # inferno-collapse-dtrace
  u`a 4
  u`b 2

# row-08-rust

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-08-rust.in"
  > done
  # collapse-dtrace
  rg`main;rg`*x;rg`std::panicking::try::do_call;rg`<F as alloc::boxed::FnBox<A>>::call_box 2
  # stackcollapse.pl
  rg`main;rg`$u2a$x::h0123456789abcdef;rg`std::panicking::try::do_call::h27f1b8e06d935ca4 ;rg`_$LT$F$u20$as$u20$alloc..boxed..FnBox$LT$A$GT$$GT$::call_box::h5d3e90b7c41f86a2 2
  # inferno-collapse-dtrace
  rg`main;rg`$u2a$x;rg`std::panicking::try::do_call;rg`<F as alloc::boxed::FnBox<A>>::call_box 2

# row-09-cut-off
what was complete is printed, and it is said that there was more

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-09-cut-off.in"
  > 	echo "exit $?"
  > done
  # collapse-dtrace
  u`main;u`a 3
  u`main;u`b 4
  exit 1
  # stackcollapse.pl
  u`main;u`a 3
  u`main;u`b 4
  exit 0
  # inferno-collapse-dtrace
  exit 1
  $ cat err
  collapse-dtrace: standard input:13: the file ends in the middle of a stack: '              u`c'
  collapse-dtrace: skipped 1 unfinished stack
  collapse-dtrace: the output is incomplete: the input is
  stackcollapse.pl: skipped 1 unfinished stack
  inferno-collapse-dtrace: standard input:13: Input data ends in the middle of a stack: '              u`c'
  inferno-collapse-dtrace: skipped 1 unfinished stack
  inferno-collapse-dtrace: no output: part of the input was not understood

# row-10-crlf

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-10-crlf.in"
  > done
  # collapse-dtrace
  u`main;u`a 3
  # stackcollapse.pl
  # inferno-collapse-dtrace
  u`main;u`a 3
  $ cat err
  stackcollapse.pl: skipped 1 unfinished stack

# row-11-no-frames

  $ for tool in collapse-dtrace stackcollapse.pl inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool <"$INPUTS/row-11-no-frames.in"
  > done
  # collapse-dtrace
  u`a 3
  # stackcollapse.pl
   22
  u`a 3
  # inferno-collapse-dtrace
   22
  u`a 3
  $ cat err
  collapse-dtrace: standard input:5: a count without frames: '                9'
  collapse-dtrace: standard input:10: a count without frames: '                9'
  collapse-dtrace: standard input:12: a count without frames: '    4'
  collapse-dtrace: skipped 3 counts without frames

# row-12-lone-offset-kept
a frame, but nothing is left of it at the leaf

  $ for tool in collapse-dtrace inferno-collapse-dtrace; do
  > 	echo "# $tool"
  > 	$tool --includeoffset <"$INPUTS/row-12-lone-offset-kept.in"
  > done
  # collapse-dtrace
  u`main+0x9;+0x5;u`a+0x1;- 3
  # inferno-collapse-dtrace
  u`main+0x9;+0x5;u`a+0x1; 3

# what-dtrace-lost
in a header, between stacks and inside of them, however large; what else dtrace says is a message

  $ cat >in <<'EOF'
  > dtrace: description 'profile-97 ' matched 1 probe
  > dtrace: 3 drops on CPU 0
  > CPU     ID                    FUNCTION:NAME
  > dtrace: 2 dynamic variable drops with non-empty dirty list
  >
  >   u`a
  > dtrace: 4 aggregation drops on CPU 1
  >   u`main
  >     3
  >
  > dtrace: 1 stack string table overflow
  > dtrace: error on enabled probe ID 1 (ID 97: profile:::profile-97): invalid address
  >   u`b
  >   u`main
  >     4
  > EOF
  $ collapse-dtrace in
  u`main;u`a 3
  u`main;u`b 4
  $ collapse-dtrace -j 2 --chunk-size 10 in
  u`main;u`a 3
  u`main;u`b 4
  $ printf 'dtrace: 99999999999999999999 drops on CPU 0\ndtrace: 7 drops on CPU 1\n\n  u`a\n    1\n' | collapse-dtrace
  u`a 1
  $ cat err
  collapse-dtrace: skipped 1 message of dtrace, 10 events that dtrace lost
  collapse-dtrace: skipped 1 message of dtrace, 10 events that dtrace lost
  collapse-dtrace: skipped 18446744073709551615 events that dtrace lost
