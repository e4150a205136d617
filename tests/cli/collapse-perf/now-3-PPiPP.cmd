# recursion around a group: the outer two calls are frames of their own
collapse-perf --inlined <"$CASES/now-3-PPiPP.in"
