# as demanglers and as debugging information spell it: one stack each
collapse-perf <"$CASES/now-4-one-frame-for-both-spellings.in"
