# pid and tid as perf 6 and as perf 7 align them
collapse-perf --tid <"$CASES/now-1-padded-columns.in"
