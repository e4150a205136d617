# needs: flamegraph.pl inferno-flamegraph
# under the originals' names such an input has no stacks, and is not named
for name in flamegraph.pl inferno-flamegraph; do
	$name "$FIXTURES/perf/cxx-fp.txt" >out 2>err
	echo "$name: exit $?, $(grep -c 'this is' err)"
	grep -o 'ERROR[^<]*' out
done
