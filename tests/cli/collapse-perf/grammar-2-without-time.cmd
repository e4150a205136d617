# the number before the event, or at the end
collapse-perf --tid <"$CASES/grammar-2-without-time.in"
