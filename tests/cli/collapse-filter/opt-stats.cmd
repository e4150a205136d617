# stacks are those that are left
printf 'a;b 1\na;c 2\na;d 3\n' >one
printf 'a;b 1\n' >two
collapse-filter -q --stats -j 1 --ignore d one two 2>stats
sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
