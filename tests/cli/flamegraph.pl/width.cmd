# of any width: no frame is narrower than nothing, and the picture is whole
printf 'a;b 60\na;c;d 30\ne 10\n' >in
for width in 1 +9 20 21 30 049 50; do
	flamegraph.pl --width "$width" in >svg && echo "$width: exit 0"
	grep -o '<svg version.*viewBox="[^"]*"' svg | grep -o 'width.*'
	grep -o '<svg id="frames".* viewBox="[^"]*"' svg
	grep -c '<title>' svg
	grep -c '="-' svg
	tail -n 1 svg
done
for width in 0 -30 30.5 30px ''; do
	flamegraph.pl --width "$width" in || echo "exit $?"
done
