collapse-dtrace --stats -j 1 "$FIXTURES/dtrace/c.txt" 2>stats >/dev/null
sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
