# As time goes by: the first line is on the left, what comes back is a new frame.
flamegraph --flamechart $FIXTURES/flamegraph/chart.folded >svg
grep -o 'id="title".*' svg
grep -o '<rect[^>]*><title>[^(]*' svg
flamegraph --flamechart --reverse --inverted $FIXTURES/flamegraph/chart.folded | grep -e 'id="title"' -e '<title>' | sed 's/.*<title>//'
