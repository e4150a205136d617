# needs: inferno-flamegraph
printf 'a;\377 100\n' | inferno-flamegraph
