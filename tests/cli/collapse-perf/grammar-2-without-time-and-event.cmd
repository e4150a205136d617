# perf script -F comm,tid,ip,sym,dso
collapse-perf --tid <"$CASES/grammar-2-without-time-and-event.in"
