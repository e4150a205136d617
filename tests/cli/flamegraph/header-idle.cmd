# needs: base64 gzip
# idle samples that were left out: in the subtitle, and on the page
idle() # SAMPLES IDLE
{
	printf '# flambeau: samples=%s\n# flambeau: idle=%s\na;b 20\n' "$1" "$2"
}
idle 20 80 | flamegraph | grep -o '>20 samples[^<]*<'
idle 20 1 | flamegraph | grep -o '>20 samples[^<]*<'
idle 0x 80 | flamegraph | grep -o '>[^<]*left out<'
head_of() # of the page's data
{
	sed -n 's/.*id="data" data-encoding="gzip">//p' | sed 's/<.*//' | base64 -d | gzip -dc | grep -a -c "$1"
}
idle 20 80 | flamegraph --html | head_of '"idle":"80 idle samples (80 %) left out"'
idle 20 x | flamegraph --html | head_of '"idle"'
(idle 20 80 && idle 20 80) | collapse-filter | grep '^#'
(idle 20 80 && echo "c 1") | collapse-filter --focus c
