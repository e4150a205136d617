# needs: inferno-flamegraph inferno-collapse-perf
inferno-collapse-perf <$FIXTURES/perf/rust-fp.txt >out.folded
inferno-flamegraph <out.folded >x.svg && grep -c '<rect' x.svg
cat $FIXTURES/perf/rust-fp.txt | inferno-collapse-perf | inferno-flamegraph >x.svg
grep -o 'total_samples="[^"]*"' x.svg
inferno-flamegraph --inverted --colors rust --deterministic out.folded | grep -o 'id="title".*'
