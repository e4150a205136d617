# The baselines of all texts are at whole pixels, where a thin underscore is not spread over two
# rows of them; so is the top of the area in which labels have their places.
printf 'main;__memcmp 100 30\nmain;_start 10 90\ngone 9 0\n' >in
for options in "" "--height 17" "--fontsize 11" "--fontsize 10.3 --subtitle x" "--inverted --height 20"; do
	flamegraph $options in >svg
	echo "options: $options"
	grep -o '<svg id="frames" .* height' svg | grep -o ' y="[^"]*"'
	grep '^<text' svg | grep -o ' y="[^"]*"' | tr -d '\n'
	echo
done
grep -c "<text.* y=\"[0-9]*\\." svg || true
