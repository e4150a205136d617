# on standard error; times and sizes vary
collapse-perf --stats -j 1 <"$CASES/opt-pid.in" 2>stats
sed 's/[0-9.]* s, [0-9.]* GB.s, [0-9]* MiB/T s, R GB\/s, M MiB/' stats
