collapse-jemalloc --symbols never <<END
heap_v2/100
  t*: 1: 10 [0: 0]
@ 0x10 0x20
  t*: 1: 10 [0: 0]
  t1: 1: 10 [0: 0]
  t*: 2: 20 [0: 0]
  t2: x
@ 30
@
  t*: 3: 30 [0: 0]
@ 0x0 0xffffffffffffffff
  t*: 5: 0 [0: 0]
odd
MAPPED_LIBRARIES:
not a mapping
10-20 r-xp 0 0:0 0 [vdso]
END
echo $?
printf "heap_v2/0\n@ 0x10\n  t*: 1: 1 [0: 0]\n" | collapse-jemalloc
printf "heap_v2/1\n@ 0x10\n  t*: 18446744073709551615: 1 [0: 0]\nMAPPED_LIBRARIES:\n" | collapse-jemalloc
printf "@ 0x10\n  t*: 1: 1 [0: 0]\n" | collapse-jemalloc
