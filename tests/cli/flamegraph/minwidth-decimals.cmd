# more decimals than a picture can have are no mistake
printf 'a 999999\nb 1\n' >in
for tool in flamegraph flamegraph.pl inferno-flamegraph; do
	for least in 0.0000001 0.1000000000000000000000001 .09999999; do
		$tool --minwidth $least in | grep -o 'hidden_frames="[0-9]*"'
	done
done
