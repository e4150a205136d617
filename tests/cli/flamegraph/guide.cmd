# needs: collapse-perf
# What people type: a picture, one to look at upside down, one from the leaves.
collapse-perf $FIXTURES/perf/rust-fp.txt >out.folded
flamegraph out.folded >x.svg && grep -c '<rect' x.svg
flamegraph --inverted out.folded >x.svg && grep -o 'id="title".*' x.svg
flamegraph --reverse --inverted -o x.svg out.folded && grep -o 'total_samples="[^"]*"' x.svg
collapse-perf <$FIXTURES/perf/rust-fp.txt | flamegraph | grep -o 'total_samples="[^"]*"'
