# Both kinds list the same frames for the script.
awk 'BEGIN { for (i = 0; i < 3000; i++) print "main;f" i % 50 ";g" i, 1 + i % 9 }' >in
flamegraph in >compact.svg
flamegraph --markup full in >full.svg
flamegraph --markup compact in | cmp - compact.svg
for svg in compact full; do
	sed -n '/id="data"/,/<.script>/p' $svg.svg >$svg.data
	echo $svg: "$(grep -c '<rect.*<title>' $svg.svg)" frames, "$(grep -o '<path.*' $svg.svg | wc -l)" shapes
done
cmp compact.data full.data
grep -o '<title>[^(]*px</title>' compact.svg
