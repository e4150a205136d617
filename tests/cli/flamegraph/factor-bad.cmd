for factor in 0 -1 abc '' 1e40; do
	echo "a 1" | flamegraph --factor "$factor"
	echo $?
done
echo "a 18446744073709551615" | flamegraph --factor 2
