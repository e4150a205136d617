# the second physical frame closes the group in front of it; the last line stands alone
collapse-perf --inlined <"$CASES/now-3-PiPi.in"
