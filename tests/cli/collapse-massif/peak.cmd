# the peak's tree; its sum is what the snapshot says
collapse-massif "$FIXTURES/massif/tree.out" >out && cat out
awk '{ sum += $NF } END { print sum }' out
sed -n '/^#---/ { N; s/.*\n//; x; s/.*// }; /^mem_heap_B=/ h; /^heap_tree=peak/ { x; p }' "$FIXTURES/massif/tree.out"
