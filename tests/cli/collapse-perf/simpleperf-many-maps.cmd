# needs: python3 ulimit
# the functions of a file are read once, however many maps it has
python3 -B "$CASES/../../system/recordings/simpleperf.py" .
ulimit -t 15
collapse-perf --no-header many.data | sort >stacks
wc -l <stacks
head -n 2 stacks
