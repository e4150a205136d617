# A vs A, in every format: nothing
printf 'main;parent;child 15\nmain;other 85\n' >a
for format in text markdown json; do
	diffreport --format $format --fail-over 0 --budget 'child=+0' a a || echo "exit $?"
done
