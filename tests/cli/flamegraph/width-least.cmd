# as narrow as a picture can be that has room for frames
for tool in flamegraph inferno-flamegraph; do
	echo "a;b 1" | $tool --width 21 | grep -o '<svg id="frames".*total'
	echo "a;b 1" | $tool --width 20 || echo "exit $?"
done
printf 'a;b 1 3\na;c 2 1\n' | flamegraph --width 21 --height 2 | tail -n 1
