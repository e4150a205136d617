# The document is UTF-8, whatever is asked for.
for name in UTF-8 ISO-8859-1 '"><x'; do
	echo "é 1" | flamegraph --encoding "$name" | head -n 1
done
echo "é 1" | flamegraph --encoding '' | head -n 1
