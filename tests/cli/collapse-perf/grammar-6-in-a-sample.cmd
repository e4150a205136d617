# an unknown line between stack lines does not end the sample; nor does a comment
collapse-perf <<'END'
demo 100/101 [000] 1.5: 3 cycles:
 40118a leaf (/tmp/demo)
???
# comment
 40118c main (/tmp/demo)

END
