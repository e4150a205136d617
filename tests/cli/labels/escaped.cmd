printf 'a 7 1.0: 10 cycles:\n\t12 f (/x)\n\n' | sed 's/^a/@x=y/' >in
collapse-perf in
collapse-perf --labels tid in
stackcollapse-perf.pl in
inferno-collapse-perf in
collapse-perf in | collapse-filter
