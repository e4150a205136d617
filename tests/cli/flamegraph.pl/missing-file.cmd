# needs: flamegraph.pl
echo "a 100" >in
flamegraph.pl nosuch in | grep -o '<title>[^<]*' | cut -c8-
