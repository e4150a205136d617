# A graph read by eye: rows from the root, columns of 2^20.
printf 'a;b 1\na;c 2\nd 1\na 4\n' | flamegraph | sed -n '/id="frames"/,/<.svg>/p'
