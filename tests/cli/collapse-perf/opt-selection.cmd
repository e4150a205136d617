# all at once: a sample has to pass each
collapse-perf --pid-filter 100 --comm my --cpu 1 --time 11, <"$CASES/opt-selection.in"
