# needs: gzip
printf '# flambeau: snapshot=1\nold;a 5\n# flambeau: end=1\n# flambeau: snapshot=2\n# flambeau: unit=samples\nnew;b 7\nnew;c 1\n# flambeau: end=2\n' >s
flamegraph --text s
cat s | flamegraph --text
export-top s
collapse-filter s
collapse-guess s
gzip -c s | collapse-filter
difffolded s s
flamegraph-view s
collapse-recursive s
