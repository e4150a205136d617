# ten lines are shown, then one line sums up
collapse-perf <<'END'
# a comment is no line to speak of
demo 100/101 [000] 1.5: 3 cycles:
 40118a f (/tmp/demo)

what is this?
and this
and that, too
and
so
on
and
so
on
ten
eleven
twelve
demo 100/101 [000] 1.6: 5 cycles:
 40118a g (/tmp/demo)

END
