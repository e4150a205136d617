# either choice of perf is shown as it is, also the junk at the end of a broken stack
collapse-perf <"$CASES/now-5-symbol-choice.in"
