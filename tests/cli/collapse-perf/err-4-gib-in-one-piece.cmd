# needs: native ulimit
printf 'a 1 [000] 1.0: 1 cycles:\n\t1 f (x)\n\n' >in
truncate -s 4294967345 in
(ulimit -v 1000000; stackcollapse-perf.pl --srcline in)
