# name, samples, sum of periods
collapse-perf --list-events <<'END'
demo 100/101 [000] 1.5: 3 cycles:u:
 40118a f (/tmp/demo)

demo 100/101 [000] 1.6: 5 instructions:u:
 40118b g (/tmp/demo)

demo 100/101 [000] 1.7: 7 cycles:u:
 40118b g (/tmp/demo)

END
