for v in inuse_space inuse_objects alloc_space alloc_objects; do
	for f in c python; do collapse-jemalloc --symbols never --value $v "$FIXTURES/jemalloc/$f.heap" | awk -v v=$v "{ n += \$NF } END { print v, n + 0 }"; done
done
collapse-jemalloc --value bytes "$FIXTURES/jemalloc/c.heap"
