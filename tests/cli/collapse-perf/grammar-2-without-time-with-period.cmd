# perf script -F comm,pid,tid,period,event,ip,sym pads the period
collapse-perf --tid <"$CASES/grammar-2-without-time-with-period.in"
