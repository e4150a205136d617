# what is no folded line is said
printf 'a 1\nno count\n' >in
collapse-filter in
collapse-filter --strict in
echo "exit $?"
collapse-filter -q -j 3 -o out in && cat out
collapse-filter missing
