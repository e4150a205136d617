# -ns, -n -s: the same under all names
b=$FIXTURES/diff/before.folded a=$FIXTURES/diff/after.folded
difffolded -ns $b $a >one
for name in difffolded difffolded.pl inferno-diff-folded; do
	$name -ns $b $a | cmp - one; $name -n -s $b $a | cmp - one
done
