# the first sample of the recording, not of the event
collapse-perf --event-filter cycles --time +0,+0.5 <<'END'
demo 100/101 [000] 1.0: 3 instructions:
 40118a f (/tmp/demo)

demo 100/101 [000] 1.4: 5 cycles:
 40118b g (/tmp/demo)

demo 100/101 [000] 1.8: 7 cycles:
 40118c h (/tmp/demo)

END
