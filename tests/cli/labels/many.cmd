awk 'BEGIN { for (i = 100; i < 170; i++) printf "@l%d=1;", i; print "f 1" }' | collapse-filter
