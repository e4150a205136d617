# needs: inferno-flamegraph
printf 'a;b 5\na;c 10\na;c 9\nb 1\n' | inferno-flamegraph --no-sort --hash | grep -o '<title>[^<]*' | cut -c8-
printf 'b 1\na 2\n' | inferno-flamegraph --no-sort
