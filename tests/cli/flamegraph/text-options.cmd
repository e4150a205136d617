printf 'a 1\n' >in
for option in '--width 800' '--height 20' '--nameattr in' '--bgcolors blue' '--notes x' --pretty-xml '--markup full' --no-javascript; do
	flamegraph --text $option in
done
for option in '--columns 80' '--depth 2' '--color-text 256' '--root top'; do
	flamegraph $option in
done
flamegraph.pl --text in
inferno-flamegraph --text in
flamegraph --text </dev/null
echo "exit $?"
