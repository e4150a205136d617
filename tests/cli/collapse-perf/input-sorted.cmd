# by the bytes of the stacks; equal stacks are summed
collapse-perf <<'END'
b 100/101 [000] 1.5: 3 cycles:
 40118a f (/tmp/demo)

a 100/101 [000] 1.6: 5 cycles:
 40118b f2 (/tmp/demo)

B 100/101 [000] 1.7: 7 cycles:
 40118a f (/tmp/demo)

a 100/101 [000] 1.8: 11 cycles:
 40118a f (/tmp/demo)

b 100/101 [000] 1.9: 13 cycles:
 40118f f (/tmp/demo)

a 100/101 [000] 1.9: 17 cycles:
END
