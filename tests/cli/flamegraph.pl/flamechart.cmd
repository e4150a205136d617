# needs: flamegraph.pl
# In the order of the input, from left to right.
flamegraph.pl --flamechart --countname x $FIXTURES/flamegraph/chart.folded | grep -e 'id="title"' -e '<title>' | sed -e 's/<g.*//' -e 's/.*<title>//' -e 's/<.title>.*//'
