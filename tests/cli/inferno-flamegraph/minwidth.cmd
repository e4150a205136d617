# needs: inferno-flamegraph
# Percent.
printf 'a;b 1\na 99\n' | inferno-flamegraph --hash --minwidth 1 | grep -o '<title>[^<]*' | cut -c8-
printf 'a;b 1\na 99\n' | inferno-flamegraph --hash --minwidth 1.01 | grep -o '<title>[^<]*' | cut -c8-
printf 'a;b 1\na 9999\n' | inferno-flamegraph --hash | grep -o '<title>[^<]*' | cut -c8-
printf 'a;b 1\na 10000\n' | inferno-flamegraph --hash | grep -o '<title>[^<]*' | cut -c8-
