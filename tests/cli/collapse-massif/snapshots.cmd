cp "$FIXTURES/massif/tree.out" in
collapse-massif --snapshot 2 in
collapse-massif --lines in
collapse-massif --snapshot 77 in
echo "exit $?"
# without a peak the largest one, and what has no name is its module
printf '%s\n' 'snapshot=0' 'mem_heap_B=5' 'heap_tree=detailed' 'n1: 5 (heap)' ' n0: 5 0x1: small (a.c:1)' \
	'snapshot=1' 'mem_heap_B=9' 'heap_tree=detailed' 'n2: 9 (heap)' ' n1: 7 0x2: ??? (in /usr/lib/libc.so.6)' \
	'  n0: 7 0x3: f(int (*)(int)) (b.cc:2)' ' n0: 2 in 3 places, all below massif'"'"'s threshold (1.00%)' | collapse-massif
