SPDX-License-Identifier: MIT

# c

  $ collapse-jemalloc --symbols never "$FIXTURES/jemalloc/c.heap"
  # flambeau: unit=bytes
  [alloc+0x1070];[libc.so.6+0x27304];[libc.so.6+0x27249];[alloc+0x11d9];[alloc+0x114f];[libjemalloc.so.2+0x22044];[libjemalloc.so.2+0x95f23];[libjemalloc.so.2+0xa2d20];[libjemalloc.so.2+0xa262f] 951665
  [alloc+0x1070];[libc.so.6+0x27304];[libc.so.6+0x27249];[alloc+0x11e3];[alloc+0x11b5];[alloc+0x11b5];[alloc+0x11b5];[alloc+0x1193];[libjemalloc.so.2+0x22044];[libjemalloc.so.2+0x95f23];[libjemalloc.so.2+0xa2d20];[libjemalloc.so.2+0xa262f] 12023514
  [ld-linux-x86-64.so.2+0x1ab9f];[ld-linux-x86-64.so.2+0x4b03];[ld-linux-x86-64.so.2+0x4a1d];[libstdc++.so.6.0.30+0xa57b9];[libjemalloc.so.2+0x22ed8];[libjemalloc.so.2+0x95f23];[libjemalloc.so.2+0xa2d20];[libjemalloc.so.2+0xa262f] 82494

# cut-off

  $ sed "/MAPPED/,\$d" "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never
  # flambeau: unit=bytes
  [unknown+0x5588749be070];[unknown+0x7f45bee45304];[unknown+0x7f45bee45249];[unknown+0x5588749be1d9];[unknown+0x5588749be14f];[unknown+0x7f45bf022044];[unknown+0x7f45bf095f23];[unknown+0x7f45bf0a2d20];[unknown+0x7f45bf0a262f] 951665
  [unknown+0x5588749be070];[unknown+0x7f45bee45304];[unknown+0x7f45bee45249];[unknown+0x5588749be1e3];[unknown+0x5588749be1b5];[unknown+0x5588749be1b5];[unknown+0x5588749be1b5];[unknown+0x5588749be193];[unknown+0x7f45bf022044];[unknown+0x7f45bf095f23];[unknown+0x7f45bf0a2d20];[unknown+0x7f45bf0a262f] 12023514
  [unknown+0x7f45bf331b9f];[unknown+0x7f45bf31bb03];[unknown+0x7f45bf31ba1d];[unknown+0x7f45beaa57b9];[unknown+0x7f45bf022ed8];[unknown+0x7f45bf095f23];[unknown+0x7f45bf0a2d20];[unknown+0x7f45bf0a262f] 82494
  [1]
  $ echo $?
  1
  $ head -n 6 "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never
  # flambeau: unit=bytes
  [unknown+0x5588749be070];[unknown+0x7f45bee45304];[unknown+0x7f45bee45249];[unknown+0x5588749be1d9];[unknown+0x5588749be14f];[unknown+0x7f45bf022044];[unknown+0x7f45bf095f23];[unknown+0x7f45bf0a2d20];[unknown+0x7f45bf0a262f] 951665
  [1]
  $ echo $?
  1
  $ head -n 4 "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never
  [1]
  $ cat err
  collapse-jemalloc: standard input:14: no MAPPED_LIBRARIES: the profile is cut off
  collapse-jemalloc: skipped 1 end of a profile
  collapse-jemalloc: the output is incomplete: the input is
  collapse-jemalloc: standard input:7: no MAPPED_LIBRARIES: the profile is cut off
  collapse-jemalloc: skipped 1 end of a profile
  collapse-jemalloc: the output is incomplete: the input is
  collapse-jemalloc: standard input:5: no MAPPED_LIBRARIES: the profile is cut off
  collapse-jemalloc: standard input:5: a stack without its counts
  collapse-jemalloc: skipped 1 end of a profile, 1 stack without its counts
  collapse-jemalloc: no stacks in the input (4 lines)

# err-lines

  $ collapse-jemalloc --symbols never <<END
  > heap_v2/100
  >   t*: 1: 10 [0: 0]
  > @ 0x10 0x20
  >   t*: 1: 10 [0: 0]
  >   t1: 1: 10 [0: 0]
  >   t*: 2: 20 [0: 0]
  >   t2: x
  > @ 30
  > @
  >   t*: 3: 30 [0: 0]
  > @ 0x0 0xffffffffffffffff
  >   t*: 5: 0 [0: 0]
  > odd
  > MAPPED_LIBRARIES:
  > not a mapping
  > 10-20 r-xp 0 0:0 0 [vdso]
  > END
  # flambeau: unit=bytes
  [unknown] 315
  [vdso+0xf];[unknown+0xf] 105
  $ echo $?
  0
  $ printf "heap_v2/0\n@ 0x10\n  t*: 1: 1 [0: 0]\n" | collapse-jemalloc
  [1]
  $ printf "heap_v2/1\n@ 0x10\n  t*: 18446744073709551615: 1 [0: 0]\nMAPPED_LIBRARIES:\n" | collapse-jemalloc
  [1]
  $ printf "@ 0x10\n  t*: 1: 1 [0: 0]\n" | collapse-jemalloc
  [1]
  $ cat err
  collapse-jemalloc: standard input:6: not understood: '  t*: 2: 20 [0: 0]'
  collapse-jemalloc: standard input:7: not understood: '  t2: x'
  collapse-jemalloc: standard input:8: not understood: '@ 30'
  collapse-jemalloc: standard input:13: not understood: 'odd'
  collapse-jemalloc: standard input:15: not understood: 'not a mapping'
  collapse-jemalloc: skipped 5 lines not understood
  collapse-jemalloc: standard input:1: not understood: 'heap_v2/0'
  collapse-jemalloc: standard input:2: not understood: '@ 0x10'
  collapse-jemalloc: standard input:3: not understood: '  t*: 1: 1 [0: 0]'
  collapse-jemalloc: skipped 3 lines not understood
  collapse-jemalloc: no stacks in the input (3 lines)
  collapse-jemalloc: standard input:3: count is too large: '  t*: 18446744073709551615: 1 [0: 0]'
  collapse-jemalloc: standard input:5: a stack without its counts
  collapse-jemalloc: skipped 1 count that is too large, 1 stack without its counts
  collapse-jemalloc: no output: part of the input was not understood
  collapse-jemalloc: nothing recognised in the input (2 lines)

# joined

  $ cat "$FIXTURES/jemalloc/c.heap" "$FIXTURES/jemalloc/c.heap" | collapse-jemalloc --symbols never --value inuse_objects
  # flambeau: unit=objects
  [alloc+0x1070];[libc.so.6+0x27304];[libc.so.6+0x27249];[alloc+0x11d9];[alloc+0x114f];[libjemalloc.so.2+0x22044];[libjemalloc.so.2+0x95f23];[libjemalloc.so.2+0xa2d20];[libjemalloc.so.2+0xa262f] 39653
  [alloc+0x1070];[libc.so.6+0x27304];[libc.so.6+0x27249];[alloc+0x11e3];[alloc+0x11b5];[alloc+0x11b5];[alloc+0x11b5];[alloc+0x1193];[libjemalloc.so.2+0x22044];[libjemalloc.so.2+0x95f23];[libjemalloc.so.2+0xa2d20];[libjemalloc.so.2+0xa262f] 5847
  [ld-linux-x86-64.so.2+0x1ab9f];[ld-linux-x86-64.so.2+0x4b03];[ld-linux-x86-64.so.2+0x4a1d];[libstdc++.so.6.0.30+0xa57b9];[libjemalloc.so.2+0x22ed8];[libjemalloc.so.2+0x95f23];[libjemalloc.so.2+0xa2d20];[libjemalloc.so.2+0xa262f] 2

# opt-pprof
needs: gzip

  $ collapse-jemalloc --symbols never --pprof "$FIXTURES/jemalloc/c.heap" >p.gz
  $ collapse-pprof --sample-types p.gz
  0: alloc_objects/count 22751
  1: alloc_space/bytes 13057673
  2: inuse_objects/count 22751
  3: inuse_space/bytes (default) 13057673
  $ collapse-pprof --sample-type inuse_objects p.gz
  # flambeau: event=inuse_objects
  # flambeau: unit=inuse_objects
  [alloc <0x1070>];[libc.so.6 <0x27304>];[libc.so.6 <0x27249>];[alloc <0x11d9>];[alloc <0x114f>];[libjemalloc.so.2 <0x22044>];[libjemalloc.so.2 <0x95f23>];[libjemalloc.so.2 <0xa2d20>];[libjemalloc.so.2 <0xa262f>] 19826
  [alloc <0x1070>];[libc.so.6 <0x27304>];[libc.so.6 <0x27249>];[alloc <0x11e3>];[alloc <0x11b5>];[alloc <0x11b5>];[alloc <0x11b5>];[alloc <0x1193>];[libjemalloc.so.2 <0x22044>];[libjemalloc.so.2 <0x95f23>];[libjemalloc.so.2 <0xa2d20>];[libjemalloc.so.2 <0xa262f>] 2924
  [ld-linux-x86-64.so.2 <0x1ab9f>];[ld-linux-x86-64.so.2 <0x4b03>];[ld-linux-x86-64.so.2 <0x4a1d>];[libstdc++.so.6.0.30 <0xa57b9>];[libjemalloc.so.2 <0x22ed8>];[libjemalloc.so.2 <0x95f23>];[libjemalloc.so.2 <0xa2d20>];[libjemalloc.so.2 <0xa262f>] 1
  $ collapse-jemalloc --symbols never --pprof "$FIXTURES/jemalloc/c.heap" "$FIXTURES/jemalloc/python.heap" -o two.gz; echo $?; ls
  1
  p.gz
  $ cat err
  collapse-jemalloc: --pprof: 2 dumps, where one is wanted

# opt-symbols
needs: gcc gzip
a program whose functions are in the profile at their places, if its inode is the one that is wanted

  $ cat >p.c <<END
  > static inline __attribute__((always_inline)) int inner(int n) { __asm__ volatile("inside: nop"); return n * n; }
  > __attribute__((noinline)) int outer(int n) { return inner(n) + 1; }
  > int main(int c, char **v) { (void)v; return outer(c); }
  > END
  $ gcc -g -O1 -o p p.c || exit 1
  $ set -- $(nm p | sed -n "s/^0*\\([0-9a-f]*\\) t inside/\\1/p")
  $ heap() # INODE
  > {
  > 	printf "heap_v2/4096\n  t*: 1: 4096 [0: 0]\n@ 0x%x\n  t*: 1: 4096 [0: 0]\n\nMAPPED_LIBRARIES:\n" $((0x$1 + 1 + 0x100000000))
  > 	printf "100000000-100010000 r-xp 00000000 fe:00 %s %s/p\n" "$2" "$PWD"
  > }
  $ heap $1 $(stat -c %i p) >same
  $ heap $1 1 >other
  $ for f in same other; do
  > 	for s in auto always never; do collapse-jemalloc --symbols $s $f | sed "s/0x[0-9a-f]*/0x.../"; done
  > done
  # flambeau: unit=bytes
  outer;inner 6480
  # flambeau: unit=bytes
  outer;inner 6480
  # flambeau: unit=bytes
  [p+0x...] 6480
  # flambeau: unit=bytes
  [p+0x...] 6480
  # flambeau: unit=bytes
  outer;inner 6480
  # flambeau: unit=bytes
  [p+0x...] 6480
  $ collapse-jemalloc --inline same
  # flambeau: unit=bytes
  outer;inner_[i] 6480
  $ collapse-jemalloc --pprof same | collapse-pprof --lines | sed "s,:[0-9]*,:N,g"
  # flambeau:N event=inuse_space
  # flambeau:N unit=bytes
  outer:N;inner:N 6480

# opt-value

  $ for v in inuse_space inuse_objects alloc_space alloc_objects; do
  > 	for f in c python; do collapse-jemalloc --symbols never --value $v "$FIXTURES/jemalloc/$f.heap" | awk -v v=$v "{ n += \$NF } END { print v, n + 0 }"; done
  > done
  inuse_space 13057673
  inuse_space 168257
  inuse_objects 22751
  inuse_objects 245
  alloc_space 13057673
  alloc_space 0
  alloc_objects 22751
  alloc_objects 0
  $ collapse-jemalloc --value bytes "$FIXTURES/jemalloc/c.heap"
  [2]
  $ cat err
  collapse-jemalloc: no stacks: none of 6 samples was selected
  collapse-jemalloc: no stacks: none of 6 samples was selected
  collapse-jemalloc: option '--value' has no value 'bytes': it is one of inuse_space, inuse_objects, alloc_space, alloc_objects; try 'collapse-jemalloc --help'

# symbols-no-debugging
needs: gcc nm strip
a program without debugging information has its functions' names from its symbol table; one without that has none

  $ cat >p.c <<END
  > __attribute__((noinline, noclone)) int work(int n) { __asm__ volatile("inside: nop"); return n * n; }
  > int main(int c, char **v) { (void)v; return work(c); }
  > END
  $ gcc -g0 -O1 -o p p.c && cp p bare || exit 1
  $ strip bare
  $ at=$(nm p | sed -n "s/^0*\\([0-9a-f]*\\) t inside/\\1/p")
  $ for f in p bare; do
  > 	printf "heap_v2/4096\n  t*: 1: 4096 [0: 0]\n@ 0x%x\n  t*: 1: 4096 [0: 0]\n\nMAPPED_LIBRARIES:\n" $((0x$at + 1 + 0x100000000)) >heap
  > 	printf "100000000-100010000 r-xp 00000000 fe:00 %s %s/$f\n" $(stat -c %i $f) "$PWD" >>heap
  > 	collapse-jemalloc heap | sed "s/0x[0-9a-f]*/0x.../"
  > done
  # flambeau: unit=bytes
  work 6480
  # flambeau: unit=bytes
  [bare+0x...] 6480

# thread-names
the names of threads may be anything

  $ printf 'heap_v2/1\n  t*: 3: 30 [5: 90]\n  t0: 3: 30 [5: 90] worker: a [1]\n@ 0x401010\n  t*: 3: 30 [5: 90]\n  t0: 3: 30 [5: 90] main thread\n\nMAPPED_LIBRARIES:\n' >in
  $ collapse-jemalloc --no-header --symbols never --strict in
  [unknown+0x40100f] 30
  $ sed 's/30 \[5/30 5/' in | collapse-jemalloc --no-header --symbols never --strict
  [1]
  $ cat err
  collapse-jemalloc: standard input:2: not understood: '  t*: 3: 30 5: 90]'
  collapse-jemalloc: standard input:3: not understood: '  t0: 3: 30 5: 90] worker: a [1]'
  collapse-jemalloc: standard input:5: not understood: '  t*: 3: 30 5: 90]'
  collapse-jemalloc: standard input:6: not understood: '  t0: 3: 30 5: 90] main thread'
  collapse-jemalloc: standard input:9: a stack without its counts
  collapse-jemalloc: skipped 4 lines not understood, 1 stack without its counts
  collapse-jemalloc: no output: part of the input was not understood
