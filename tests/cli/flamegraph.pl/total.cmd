# needs: flamegraph.pl
printf 'a 300\n' >in
flamegraph.pl --total 600 in | grep -o '<title>[^<]*' | cut -c8-
flamegraph.pl --total 2 in | grep -o '<title>[^<]*' | cut -c8-
flamegraph.pl --total abc in | grep -o '<title>[^<]*' | cut -c8-
