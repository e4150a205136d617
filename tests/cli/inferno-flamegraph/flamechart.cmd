# needs: inferno-flamegraph
# The last line is on the left.
inferno-flamegraph --flamechart --hash $FIXTURES/flamegraph/chart.folded | grep -o '<rect[^>]*><title>[^(]*'
