# needs: inferno-flamegraph
# Trimmed; only spaces separate; comments and empty lines do not count; decimals are dropped.
printf '# d 8\n\n  a;b  5  \r\na;b\t6\n 10\nf;; 11\ng 0.5\nh 3.75\nno count\n+ +5\n' | inferno-flamegraph --hash | grep -o '<title>[^<]*' | cut -c8-
