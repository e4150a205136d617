# folded stacks with some bad lines, and lines that nobody knows, are what they were
try() {
	"$@" >out 2>err
	echo "exit $?, $(grep -c '<title>' out) frames"
	cat err
}
printf 'main;f 10\nbad\nmain;g 20\n' >some.folded
try flamegraph some.folded
printf 'main;f 10\nbad\nworse\nnothing\n' >most.folded
try flamegraph most.folded
printf 'main 100\nbad\nworse\nnothing\n' >single.folded
try flamegraph single.folded
printf '[unknown];f\n[vdso];g\n' >no-counts.folded
try flamegraph no-counts.folded
printf 'a word 100\nanother one 20\n' >words.folded
try flamegraph words.folded
printf '# nothing\n' >comments
try flamegraph comments
: >empty
try flamegraph empty
