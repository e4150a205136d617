# needs: flamegraph.pl
echo "a 100" | flamegraph.pl --random | grep -o '<title>[^<]*' | cut -c8-
