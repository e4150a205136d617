# equal addresses without an inlined line between them: three calls
collapse-perf --all <"$CASES/now-3-PPP-recursion.in"
