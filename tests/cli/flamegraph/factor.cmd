# Texts change, the picture does not.
printf 'a;b 1500000\nc 500000\n' >in
flamegraph --factor 1e-6 --countname ms in >svg
grep -o '<title>[^<]*' svg | cut -c8-
grep -o '"factor":[^,]*' svg
grep -o 'total_samples="[^"]*"' svg
for factor in 2.5 .5 0.333333 1000; do
	printf 'a 1\nb 2\n' | flamegraph --factor $factor | grep -o '<title>[^<]*' | cut -c8- | tr '\n' '|'
	echo
done
