# Whatever the minimum width.
echo "a 5" | flamegraph --minwidth 100% --total 400 | grep -o '<title>[^<]*' | cut -c8-
