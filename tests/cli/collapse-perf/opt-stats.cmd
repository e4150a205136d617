# on standard error; times and sizes vary
collapse-perf --stats -j 1 <"$CASES/opt-pid.in" 2>stats
sed 's/, [0-9.]* s, .*//' stats
