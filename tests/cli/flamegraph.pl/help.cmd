# Like the script, its name has no --help: the options are told on stderr, and the exit code is 255.
for option in --help -h --nosuch; do
	flamegraph.pl $option 2>said
	echo "exit $?"
	head -n 7 said
done
stackcollapse-perf.pl --help 2>said
echo "exit $?"
cat said
stackcollapse-perf.pl -h 2>said
echo "exit $?"
head -n 1 said
