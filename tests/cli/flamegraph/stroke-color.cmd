for color in '#123456' none; do
	echo "a 1" | flamegraph --stroke-color "$color" | grep -o '#frames rect{stroke.*'
done
echo "a 1" | flamegraph | grep -c '#frames rect{stroke'
echo "a 1" | flamegraph --stroke-color red
