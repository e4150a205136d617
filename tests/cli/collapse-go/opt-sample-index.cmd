f=$FIXTURES/go/raw-allocs.txt
for i in alloc_objects alloc_space/bytes inuse_space 2; do echo "$i"; collapse-go --sample-index=$i "$f"; done
for i in cpu 4 18446744073709551616 ""; do echo "$i"; collapse-go --no-header --sample-index="$i" <"$f" | head -n 1; done
collapse-go --sample-index=cpu "$FIXTURES/go/raw-cpu.txt"
