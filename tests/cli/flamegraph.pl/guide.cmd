# needs: flamegraph.pl stackcollapse-perf.pl
# What guides say.
stackcollapse-perf.pl $FIXTURES/perf/rust-fp.txt >out.folded
flamegraph.pl out.folded >x.svg && grep -c '<rect' x.svg
flamegraph.pl --inverted out.folded >x.svg && grep -o 'id="title".*' x.svg
cat $FIXTURES/perf/rust-fp.txt | stackcollapse-perf.pl | flamegraph.pl >x.svg
grep -o 'total_samples="[^"]*"' x.svg
flamegraph.pl --color=java --hash --title="CPU" --width=1600 <out.folded | grep -o ' width="1600"'
flamegraph.pl --colors=mem --countname=bytes --nametype=Site: out.folded | grep -o '"nametype":.*'
