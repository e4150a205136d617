for palette in hot mem io red; do
	echo "a 1" | flamegraph --colors $palette | grep -o '<stop [^/]*5%[^/]*/>' | tail -n 1
done
