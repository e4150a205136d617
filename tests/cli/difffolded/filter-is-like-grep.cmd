# dropped stacks count as if the files did not have them, for the sums too
b=$FIXTURES/diff/before.folded a=$FIXTURES/diff/after.folded
grep -v idle $b >b; grep -v idle $a >a
difffolded -n b a >expected; difffolded -n --exclude idle $b $a | cmp - expected
