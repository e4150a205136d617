collapse-perf --tid <"$CASES/now-7-odd-thread-names.in"
