printf 'a;b 1\na;c 2\n' >before
printf 'a;b 1\na;d 2\na;d 1\n' >after
diffreport --stats -j 1 before after 2>stats >/dev/null
sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
