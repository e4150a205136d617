# needs: inferno-flamegraph
echo "a 100" >in
for options in '--hash --deterministic' '--colors hot --colordiffusion' '--reverse --no-sort' '--flamechart --no-sort' '--flamechart --reverse'; do
	inferno-flamegraph $options in
	echo $?
done
