# the same code has another address in every process
collapse-perf --addrs --inlined <"$CASES/now-2-addresses-of-other-processes.in"
