# The other names do not have the options, nor the marks and the legend.
printf 'a 5 9\nb 3 0\n' >in
for tool in flamegraph.pl inferno-flamegraph; do
	$tool in | grep -oE '<title>.*</title>|vanished_frames|id="(marks|legend)"|^"marks'
	$tool --diff-width both in >svg 2>err
	echo $?
done
