# only lines of equal address are a group
collapse-perf --inlined <"$CASES/now-3-other-addresses.in"
