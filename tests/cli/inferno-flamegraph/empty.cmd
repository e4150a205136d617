# needs: inferno-flamegraph
inferno-flamegraph </dev/null
