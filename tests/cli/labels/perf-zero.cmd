sample() { printf 'a %d [%03d] %s: 10 cycles:\n\t1234 f (/x)\n\n' "$@"; }
{ sample 7 1 100.5; sample 8 12 100.25; sample 7 0 101.999; sample 7 0 103.5; } >in
collapse-perf --labels time=1s,cpu,tid in
collapse-perf --labels time=1s,cpu,tid --tid-filter 8 in
collapse-perf --labels time=1s --time 101,102 in
collapse-perf --labels time=1s --absolute-time in
