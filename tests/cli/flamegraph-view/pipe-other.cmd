# needs: gzip
cat "$FIXTURES/perf/cxx-fp.txt" | flamegraph-view >a
collapse-perf "$FIXTURES/perf/cxx-fp.txt" | flamegraph-view | cmp a - && echo same
gzip -c "$FIXTURES/perf/cxx-fp.txt" | flamegraph-view | cmp a - && echo same
