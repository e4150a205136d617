for color in blue green grey yellow '#a0b0c0'; do
	echo "a 1" | flamegraph --bgcolors "$color" | grep -o '<stop [^/]*/>'
done
