# COMM [PID/]TID [CPU] TIME: from the right end, indented or not
collapse-perf --tid <"$CASES/grammar-1-event-line.in"
