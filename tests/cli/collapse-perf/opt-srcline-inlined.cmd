# "a->b" takes two lines under the Perl name
stackcollapse-perf.pl --srcline <<'END'
demo 100/101 [000] 1.5: 3 cycles:
 40118a outer->inner+0x1a (/tmp/demo)
  outer.c:1
  inner.c:2
 40118c main+0x10 (/tmp/demo)
  demo.c:30

END
