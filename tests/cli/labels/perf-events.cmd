sample() { printf 'a 7 1.%s: 10 %s:\n\t1234 f (/x)\n\n' "$@"; }
{ sample 1 cycles; sample 2 faults; sample 3 cycles; } >in
collapse-perf --header --labels event --event-filter cycles --event-filter faults in
collapse-perf --labels tid --event-filter cycles --event-filter faults in
collapse-perf --labels event -q in
