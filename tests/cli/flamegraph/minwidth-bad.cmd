for width in abc -1 1e3 '%' '' 1.2.3 99999999999999999999; do
	echo "a 1" | flamegraph --minwidth "$width" || echo $?
done
