# lines are stacks where they are not merged; nothing is said if nothing was read
printf 'a;b 1\na;c 2\na;b 1\n' >stacks
flamegraph -q --stats -j 1 stacks 2>stats >/dev/null
flamegraph -q --stats -j 1 --flamechart stacks 2>>stats >/dev/null
flamegraph -q --stats missing
sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
