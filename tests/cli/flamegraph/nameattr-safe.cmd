# needs: xmllint
# Scripts, styles, other schemes, ids of the picture's own: left out, and counted.
cp $FIXTURES/flamegraph/attrs.txt .
flamegraph --nameattr attrs.txt $FIXTURES/flamegraph/chart.folded >svg
xmllint --noout svg && grep -e '<a ' -e '<g [^ct]' -e 'class="phase' svg | grep -v labels
grep -e 'javascript:' -e onclick -e 'style=' svg || echo safe
