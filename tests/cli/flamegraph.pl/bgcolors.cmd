# needs: flamegraph.pl
for color in yellow blue green grey '#123456'; do
	echo "a 100" | flamegraph.pl --bgcolors $color | grep -o 'stop-color="[^"]*"' | tr '\n' ' '
done
echo
echo "a 100" | flamegraph.pl --bgcolors '#12345'
