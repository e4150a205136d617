# needs: flamegraph.pl
# Halves go to the even number.
printf 'a 1\nb 3\nc 5\n' | flamegraph.pl --countname x --factor 0.5 | grep -o '<title>[^<]*' | cut -c8-
echo "a 1" | flamegraph.pl --factor 0
echo $?
