printf 'a 1\nb 9\nc 90\n' >in
for width in 0 11.8 11.9 .5 1% 1.01% 10% 10.01% 100% 101%; do
	echo "$width:" $(flamegraph --minwidth $width in | grep -o '<title>[a-z]*' | cut -c 8-)
done
